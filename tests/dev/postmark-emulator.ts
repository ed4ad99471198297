import { randomUUID } from 'node:crypto'
import { json, type Response, Router } from 'express'
import type { Message } from 'postmark'
import { z } from 'zod'
import { serveOnLoopback } from '../../dev/loopback.server'

/** The only server token that is accepted. */
export const serverToken = 'postmark-emulator'

const maxBatch = 500

type Mail = z.infer<typeof message> & {
  MessageStream: string
  MessageID: string
  ReceivedAt: string
  Recipients: string[]
}
type Emulator = { mails: Mail[]; inactive: Set<string>; keepsBodies: boolean }

/**
 * Starts a server that accepts mails like Postmark, but sends none. It refuses mails to addresses in `inactive`. Without
 * bodies, it has room for 100,000 mails.
 */
export async function startPostmarkEmulator({ keepsBodies = true } = {}) {
  const emulator: Emulator = { mails: [], inactive: new Set(), keepsBodies }
  const router = Router()
  router.use((request, response, next) => {
    if (request.get('X-Postmark-Server-Token') === serverToken) next()
    else refuse(response, 401, 10, "The Server Token you provided is not the emulator's.")
  })
  router.get('/messages/outbound', ({ query }, response) => search(emulator, query as Query, response))
  router.post('/email/batch', json({ limit: '50mb' }), ({ body }, response) => {
    if (!Array.isArray(body)) return refuse(response, 422, 402, 'A list of messages was expected.')
    if (body.length > maxBatch) return refuse(response, 422, 410, 'A batch holds at most 500 messages.')
    response.json(body.map((one) => accept(emulator, one)))
  })
  router.use(({ method, path }, response) =>
    refuse(response, 404, 701, `The emulator does not support this call: ${method} ${path}`),
  )
  return { ...emulator, ...(await serveOnLoopback([router])) }
}

function refuse(response: Response, status: number, ErrorCode: number, Message: string) {
  response.status(status).json({ ErrorCode, Message })
}

/** The address in a mailbox such as `Ada <ada@example.com>`. */
const addressOf = (mailbox: string) => (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase()
const recipientsOf = (to: string) => to.split(',').map(addressOf)
const isAddress = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text)

const text = z.string()
/** The fields that the app sends. Others are refused. */
const message = z
  .strictObject({
    From: text.refine((mailbox) => isAddress(addressOf(mailbox))),
    To: text.refine((to) => recipientsOf(to).every(isAddress)),
    ReplyTo: text.optional(),
    Subject: text,
    HtmlBody: text.optional(),
    TextBody: text.optional(),
    Tag: text.optional(),
    Metadata: z.record(text, text).optional(),
    MessageStream: z.enum(['outbound', 'broadcast']).optional(),
    Headers: z.array(z.strictObject({ Name: text, Value: text })).optional(),
  } satisfies { [field in keyof Message]: z.ZodType })
  .refine(({ HtmlBody, TextBody }) => HtmlBody || TextBody, 'Provide either email TextBody or HtmlBody.')

function accept({ mails, inactive, keepsBodies }: Emulator, input: unknown) {
  const { data, error } = message.safeParse(input)
  if (error) return { ErrorCode: 300, Message: `Invalid email request: ${z.prettifyError(error)}` }
  const Recipients = recipientsOf(data.To)
  if (Recipients.every((address) => inactive.has(address)))
    return { ErrorCode: 406, Message: `Found inactive addresses: ${Recipients.join(', ')}.` }
  const [MessageID, ReceivedAt] = [randomUUID(), new Date().toISOString()]
  const body = keepsBodies ? {} : { HtmlBody: undefined, TextBody: undefined }
  mails.push({ MessageStream: defaultStream, ...data, ...body, MessageID, ReceivedAt, Recipients })
  return { To: data.To, SubmittedAt: ReceivedAt, MessageID, ErrorCode: 0, Message: 'OK' }
}

const defaultStream = 'outbound'

type Query = Record<string, string>

/** `GET /messages/outbound`: mails of one stream by recipient, tag and metadata, newest first. */
function search({ mails }: Emulator, query: Query, response: Response) {
  const { count: most, offset: skipped, messageStream = defaultStream, ...filters } = query
  const [count, offset] = [Number(most), Number(skipped)]
  if (!(count >= 1 && count <= 500 && offset >= 0 && count + offset <= 10_000))
    return refuse(response, 422, 600, "'count' must be from 1 to 500, and with 'offset' at most 10000.")
  const found = mails.filter(
    (mail) =>
      mail.MessageStream === messageStream &&
      Object.entries(filters).every((filter) => matches(mail, ...filter)),
  )
  const page = found.toReversed().slice(offset, offset + count)
  response.json({ TotalCount: found.length, Messages: page.map(({ HtmlBody, TextBody, ...mail }) => mail) })
}

function matches({ Recipients, Tag, Metadata }: Mail, name: string, value: string) {
  if (name === 'recipient') return Recipients.includes(value.toLowerCase())
  if (name === 'tag') return Tag === value
  return name.startsWith('metadata_') && Metadata?.[name.slice('metadata_'.length)] === value
}
