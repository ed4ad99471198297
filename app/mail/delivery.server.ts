import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Errors, type Message, ServerClient } from 'postmark'
import { timeOfId } from '~/db/ids'
import { env, inMemory } from '~/http/env.server'
import { log } from '~/http/log.server'

/** Postmark's own names. */
export type Mail = {
  To: string
  Subject: string
  TextBody: string
  HtmlBody: string
  Tag: string
  ReplyTo?: string
}
/** `id` is the mail's own (UUID version 7), by which it can be found again. */
export type Post = { id: string; mail: Mail }
/** Refused: it will never be taken. Failed: it was not taken this time. Unknown: it may have been. */
export type Outcome = 'sent' | 'refused' | 'failed' | 'unknown'

export const mostAtOnce = 500

const postmark = env.POSTMARK_SERVER_TOKEN ? postmarkClient(env.POSTMARK_SERVER_TOKEN) : null

/** Mails of this process that were kept in memory, newest last (`DATA_DIR=:memory:`, tests). */
export const keptMails: (Mail & { From: string })[] = []
const keptIds = new Set<string>()

function postmarkClient(token: string) {
  const base = env.POSTMARK_API_BASE ? new URL(env.POSTMARK_API_BASE) : undefined
  return new ServerClient(token, {
    timeout: 20,
    ...(base && { requestHost: base.host, useHttps: base.protocol === 'https:' }),
  })
}

/** Sends at most 500 through Postmark, or without a token writes one JSON file a mail to `DATA_DIR/mail`. */
export async function sendMails(posts: Post[]): Promise<Outcome[]> {
  if (postmark) return sendByPostmark(postmark, posts)
  return Promise.all(posts.map(keepMail))
}

/** Whether a mail was sent that nobody knows the outcome of. */
export async function wasSent(id: string) {
  if (postmark) {
    const { TotalCount } = await postmark.getOutboundMessages({ count: 1, offset: 0, metadata_mail: id })
    return Number(TotalCount) > 0
  }
  if (env.DATA_DIR === inMemory) return keptIds.has(id)
  return stat(fileOf(id)).then(
    () => true,
    () => false,
  )
}

async function sendByPostmark(client: ServerClient, posts: Post[]): Promise<Outcome[]> {
  const messages = posts.map(
    ({ id, mail }): Message => ({
      From: env.MAIL_FROM,
      ...mail,
      MessageStream: 'outbound',
      Metadata: { mail: id },
    }),
  )
  try {
    const answers = await client.sendEmailBatch(messages)
    return answers.map(({ ErrorCode }) => outcomeOf(ErrorCode))
  } catch (error) {
    const outcome = wasNotTaken(error) ? 'failed' : 'unknown'
    log.error({ err: error, outcome, mails: posts.length }, 'mails not sent')
    return posts.map(() => outcome)
  }
}

const invalidRecipient = 300
const inactiveRecipient = 406

function outcomeOf(code: number): Outcome {
  if (code === 0) return 'sent'
  log.warn({ code }, 'mail refused by Postmark')
  return code === invalidRecipient || code === inactiveRecipient ? 'refused' : 'failed'
}

/** Nothing was sent when nobody listened, or when Postmark said so. */
function wasNotTaken(error: unknown) {
  const { statusCode = 0, code } = error as Errors.PostmarkError
  if (statusCode > 0) return statusCode < 500 || statusCode === 503
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(`${code} ${(error as Error).message}`)
}

async function keepMail({ id, mail }: Post): Promise<Outcome> {
  const message = { From: env.MAIL_FROM, ...mail }
  if (env.DATA_DIR === inMemory) {
    keptMails.push(message)
    keptIds.add(id)
  } else await writeMail(id, message)
  return 'sent'
}

/** Sorted by name they are sorted by time: the id begins with it. */
function fileOf(id: string) {
  const time = new Date(timeOfId(id)).toISOString().replaceAll(':', '-')
  return join(env.DATA_DIR, 'mail', `${time}-${id}.json`)
}

async function writeMail(id: string, message: Mail) {
  const file = fileOf(id)
  const draft = join(env.DATA_DIR, 'mail', `.${id}`)
  await mkdir(join(env.DATA_DIR, 'mail'), { recursive: true })
  await writeFile(draft, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}
