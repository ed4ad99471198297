import { randomUUID } from 'node:crypto'
import type { Models } from 'postmark'
import { deliver } from './deliveries.server'
import { complaint, schemaOf } from './parameters.server'
import type { SentMail } from './state.server'
import { now, type World } from './world.server'

/** The server token that is taken; a real one never is. */
export const mailToken = 'stand-in'

const mostInBatch = 500

type Message = Models.Message
type Failure = { status: number; body: Models.DefaultResponse }
type Outgoing = { status: number; body: object }

const refused = (status: number, ErrorCode: number, Message: string): Failure => ({
  status,
  body: { ErrorCode, Message },
})

/** Answers a call of Postmark's API. */
export function answerPostmark(
  world: World,
  {
    method,
    path,
    query,
    body,
    token,
  }: { method: string; path: string; query: string; body: string; token?: string },
): Outgoing {
  if (!token) return refused(401, 10, 'No Account or Server API tokens were supplied in the HTTP headers.')
  if (token !== mailToken) return refused(401, 10, "The Server Token you provided is not the stand-in's.")
  if (method === 'GET' && path === '/messages/outbound') return outbound(world, new URLSearchParams(query))
  if (method === 'POST' && path === '/email/batch') return sendBatch(world, parsed(body))
  return refused(404, 701, `The stand-in does not play ${method} ${path}.`)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function sendBatch(world: World, given: unknown): Outgoing {
  if (!Array.isArray(given))
    return refused(422, 402, 'Received invalid JSON input: a list of messages was expected.')
  if (given.length > mostInBatch) return refused(422, 410, 'A batch holds at most 500 messages.')
  return { status: 200, body: given.map((message) => take(world, message)) }
}

type Taken = Models.DefaultResponse | Models.MessageSendingResponse

function take(world: World, given: unknown): Taken {
  const wrong = complaint(schemaOf('Message'), given)
  if (wrong) return { ErrorCode: 300, Message: `Invalid email request: ${wrong}` }
  const message = given as Message
  const recipients = addressesIn(message)
  const said = whyNot(message, recipients) ?? whyNotTo(world, recipients)
  return said ?? keep(world, message, recipients)
}

const addressesIn = ({ To }: Message) => (To ? To.split(',').map(addressOf) : [])

/** `Ada <ada@example.com>` is ada@example.com. */
const addressOf = (recipient: string) =>
  (/<([^>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase()

const isAddress = (address: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(address)

function whyNot(
  { From, HtmlBody, TextBody }: Message,
  recipients: string[],
): Models.DefaultResponse | undefined {
  if (!isAddress(addressOf(From))) return invalid(`Invalid 'From' address: '${From}'.`)
  if (recipients.length === 0) return invalid('Zero recipients specified')
  const wrong = recipients.find((address) => !isAddress(address))
  if (wrong !== undefined) return invalid(`Invalid 'To' address: '${wrong}'.`)
  if (!HtmlBody && !TextBody) return invalid('Provide either email TextBody or HtmlBody or both.')
  return undefined
}

const invalid = (Message: string) => ({ ErrorCode: 300, Message })

function whyNotTo({ state }: World, recipients: string[]): Models.DefaultResponse | undefined {
  const inactive = recipients.filter((address) => state.inactive.has(address))
  if (inactive.length < recipients.length) return undefined
  return {
    ErrorCode: 406,
    Message: `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${inactive.join(', ')}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`,
  }
}

function keep(world: World, message: Message, Recipients: string[]): Models.MessageSendingResponse {
  const MessageID = randomUUID()
  const ReceivedAt = new Date(now(world) * 1_000).toISOString()
  world.state.mails.push({ ...asKept(message), MessageID, ReceivedAt, Recipients })
  world.changed()
  return { To: message.To ?? '', SubmittedAt: ReceivedAt, MessageID, ErrorCode: 0, Message: 'OK' }
}

function asKept({ From, To = '', Subject, Tag, Metadata, MessageStream }: Message) {
  return {
    From,
    To: To.split(',').map((one) => ({ Email: addressOf(one), Name: one.split('<')[0]?.trim() ?? '' })),
    Cc: [],
    Bcc: [],
    Subject,
    ...(Tag && { Tag }),
    Metadata: Metadata ?? {},
    MessageStream: MessageStream ?? 'outbound',
    Attachments: [],
    Status: 'Sent',
    TrackOpens: false,
    TrackLinks: 'None' as Models.LinkTrackingOptions,
    Sandboxed: true,
  }
}

/** Newest first. */
function outbound({ state }: World, query: URLSearchParams): Outgoing {
  const count = Number(query.get('count') ?? 'NaN')
  const offset = Number(query.get('offset') ?? 'NaN')
  if (!(count >= 1 && count <= 500 && offset >= 0 && count + offset <= 10_000)) {
    return refused(
      422,
      600,
      "'count' must be from 1 to 500, 'offset' from 0, and both together at most 10000.",
    )
  }
  const found = state.mails
    .filter((mail) => [...query].every(([name, value]) => suits(mail, name, value)))
    .toReversed()
  const Messages = found.slice(offset, offset + count)
  return { status: 200, body: { TotalCount: found.length, Messages } }
}

function suits(mail: SentMail, name: string, value: string) {
  if (name === 'count' || name === 'offset') return true
  if (name === 'recipient') return mail.Recipients.includes(value.toLowerCase())
  if (name.startsWith('metadata_')) return mail.Metadata[name.slice('metadata_'.length)] === value
  return false
}

/** Mail to an address comes back for good: it takes no more, and Postmark's webhook says so. */
export function bounce(world: World, email: string) {
  const address = addressOf(email)
  const mail = world.state.mails.findLast(({ Recipients }) => Recipients.includes(address))
  world.state.inactive.add(address)
  const report = {
    RecordType: 'Bounce',
    ID: world.state.inactive.size,
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    Tag: mail?.Tag ?? '',
    MessageID: mail?.MessageID ?? randomUUID(),
    Metadata: mail?.Metadata ?? {},
    ServerID: 1,
    MessageStream: mail?.MessageStream ?? 'outbound',
    Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    Email: address,
    From: mail?.From ?? '',
    BouncedAt: new Date(now(world) * 1_000).toISOString(),
    DumpAvailable: false,
    Inactive: true,
    CanActivate: true,
    Subject: mail?.Subject ?? '',
  } satisfies Models.Bounce & { Metadata: object }
  deliver(world, 'postmark', JSON.stringify(report))
  world.changed()
}
