import { type Message, ServerClient } from 'postmark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverToken } from '~/emulators/postmark-emulator.server'
import { openPostmark, type PostmarkEmulator } from './postmark'

let emulator: PostmarkEmulator
beforeAll(async () => {
  emulator = await openPostmark()
})
afterAll(() => emulator.stop())

const at = (url: string, token = serverToken) =>
  new ServerClient(token, { requestHost: new URL(url).host, useHttps: false })
const postmark = () => at(emulator.url)

const mail = {
  From: 'Budkeeper <hello@budkeeper.example>',
  To: 'ada@example.com',
  Subject: 'Your trial ends soon',
  TextBody: 'In three days.',
  HtmlBody: '<p>In three days.</p>',
  Tag: 'trial-ending',
  MessageStream: 'outbound',
}

/** Result for one mail. */
const send = async (given: Message, client = postmark()) => (await client.sendEmailBatch([given]))[0]

test('a mail is accepted and can be searched', async () => {
  const sent = await send({ ...mail, Metadata: { user: '7' } })
  expect(sent).toMatchObject({ ErrorCode: 0, Message: 'OK', To: 'ada@example.com' })
  const query = { count: 10, offset: 0, metadata_user: '7', recipient: 'Ada@example.com' }
  const found = await postmark().getOutboundMessages(query)
  expect(found.Messages).toMatchObject([
    { MessageID: sent?.MessageID, Subject: mail.Subject, Metadata: { user: '7' } },
  ])
  expect(await postmark().getOutboundMessages({ ...query, metadata_user: '8' })).toMatchObject({
    TotalCount: 0,
    Messages: [],
  })
})

test('a batch gets a result for each mail, and has at most 500', async () => {
  const batch = [mail, { ...mail, To: 'nobody' }]
  expect(await postmark().sendEmailBatch(batch)).toMatchObject([{ ErrorCode: 0 }, { ErrorCode: 300 }])
  await expect(postmark().sendEmailBatch(Array(501).fill(mail))).rejects.toMatchObject({
    statusCode: 422,
    code: 410,
  })
})

test('another token is refused', async () => {
  const stranger = at(emulator.url, 'b7a1f1de-0000-4000-8000-000000000000')
  await expect(send(mail, stranger)).rejects.toMatchObject({ statusCode: 401, code: 10 })
})

test.each([
  ['no recipient', { ...mail, To: '' }],
  ['no body', { ...mail, TextBody: '', HtmlBody: '' }],
  ['a sender without an e-mail address', { ...mail, From: 'Budkeeper' }],
  ['an unknown field', { ...mail, Sender: 'x' }],
  ['a number as subject', { ...mail, Subject: 7 as never }],
])('a mail with %s is refused', async (_name, given) => {
  expect(await send(given)).toMatchObject({ ErrorCode: 300 })
})

test('mail to an inactive address is refused', async () => {
  emulator.deactivate('Gone@example.com')
  expect(await send({ ...mail, To: 'Gone <gone@example.com>' })).toMatchObject({ ErrorCode: 406 })
  expect(await send(mail)).toMatchObject({ ErrorCode: 0 })
})
