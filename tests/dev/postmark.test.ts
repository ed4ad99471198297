import { type Message, ServerClient } from 'postmark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from './postmark'
import { serverToken } from './postmark-emulator'

let emulator: PostmarkEmulator
beforeAll(async () => {
  emulator = await openPostmark()
})
afterAll(() => emulator.stop())

/** Sends a batch of mails. */
const send = (batch: Message[], token = serverToken) =>
  new ServerClient(token, { requestHost: new URL(emulator.url).host, useHttps: false }).sendEmailBatch(batch)

const mail = {
  From: 'Budkeeper <hello@budkeeper.example>',
  To: 'ada@example.com',
  Subject: 'Your trial ends soon',
  TextBody: 'In three days.',
}

test('a batch has at most 500 mails, and a result for each: invalid mails and inactive addresses are refused', async () => {
  emulator.inactive.add('gone@example.com')
  const results = await send([
    mail,
    { ...mail, To: 'Gone <Gone@example.com>' },
    { ...mail, To: 'nobody' },
    { ...mail, To: '' },
    { ...mail, TextBody: '' },
    { ...mail, From: 'Budkeeper' },
    { ...mail, Sender: 'x' } as Message,
    { ...mail, Subject: 7 as never },
  ])
  expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 406, 300, 300, 300, 300, 300, 300])
  await expect(send(Array(501).fill(mail))).rejects.toMatchObject({ statusCode: 422, code: 410 })
})

test('another token is refused', async () => {
  await expect(send([mail], 'b7a1f1de-0000-4000-8000-000000000000')).rejects.toMatchObject({
    statusCode: 401,
    code: 10,
  })
})
