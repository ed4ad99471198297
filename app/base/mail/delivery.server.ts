import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Errors, type Message, ServerClient } from 'postmark'
import { timeOfId } from '~/base/db/ids'
import { sentEmail } from '~/base/node/email-address.server'
import { env, inMemory } from '~/base/node/env.server'
import { log } from '~/base/node/log.server'
import { type Mail, messageStreams } from './mail'

/** `id` is the id in the outbox, a UUID of version 7. Postmark stores it as metadata of the mail. */
type OutgoingMail = { id: string; mail: Mail }
/** `rejected` is permanent and `failed` is retried. `unknown`: Postmark may have accepted the mail. */
export type Outcome = 'sent' | 'rejected' | 'failed' | 'unknown'

/** Postmark's limit for the number of mails in a batch. */
export const maxBatchSize = 500

const base = env.POSTMARK_API_BASE ? new URL(env.POSTMARK_API_BASE) : undefined
const postmark =
  env.POSTMARK_SERVER_TOKEN &&
  new ServerClient(env.POSTMARK_SERVER_TOKEN, {
    timeout: 20,
    ...(base && { requestHost: base.host, useHttps: base.protocol === 'https:' }),
  })

/** Mails of this process, newest last, with `DATA_DIR=:memory:` (tests). */
export const capturedMails: (Mail & { From: string })[] = []
const capturedIds = new Set<string>()

/** Sends a batch through Postmark. Without a token it writes each mail as a JSON file to `DATA_DIR/mail`. */
export async function sendMails(batch: OutgoingMail[]): Promise<Outcome[]> {
  const outgoing = batch.map(({ id, mail }) => ({ id, mail: withSentAddresses(mail) }))
  return postmark ? sendByPostmark(postmark, outgoing) : Promise.all(outgoing.map(captureMail))
}

/** Mail servers that know ASCII only can deliver to a domain with other letters, if it is in ASCII (RFC 5891). */
const withSentAddresses = ({ To, ReplyTo, ...mail }: Mail): Mail => ({
  ...mail,
  To: sentEmail(To),
  ...(ReplyTo && { ReplyTo: sentEmail(ReplyTo) }),
})

const From = sentEmail(env.MAIL_FROM)

/** Whether a mail with an unknown outcome was sent. Postmark searches one stream at a time. */
export async function wasSent(id: string) {
  if (postmark) {
    for (const messageStream of messageStreams) {
      const filter = { count: 1, offset: 0, metadata_mail: id, messageStream }
      const { TotalCount } = await postmark.getOutboundMessages(filter)
      if (Number(TotalCount) > 0) return true
    }
    return false
  }
  if (env.DATA_DIR === inMemory) return capturedIds.has(id)
  return existsSync(fileOf(id))
}

async function sendByPostmark(client: ServerClient, batch: OutgoingMail[]): Promise<Outcome[]> {
  const messages = batch.map(({ id, mail }): Message => ({ From, ...mail, Metadata: { mail: id } }))
  try {
    const results = await client.sendEmailBatch(messages)
    return results.map(({ ErrorCode }) => outcomeOf(ErrorCode))
  } catch (error) {
    const outcome = isNotAccepted(error) ? 'failed' : 'unknown'
    log.error({ err: error, outcome, mails: batch.length }, 'mails not sent')
    return batch.map(() => outcome)
  }
}

const invalidRecipient = 300
const inactiveRecipient = 406

function outcomeOf(code: number): Outcome {
  if (code === 0) return 'sent'
  log.warn({ code }, 'mail rejected by Postmark')
  return code === invalidRecipient || code === inactiveRecipient ? 'rejected' : 'failed'
}

/** True if the connection failed, or for a 4xx or 503. After a timeout or any other 5xx, the outcome is unknown. */
function isNotAccepted(error: unknown) {
  const { statusCode = 0, code } = error as Errors.PostmarkError
  if (statusCode > 0) return statusCode < 500 || statusCode === 503
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(`${code} ${(error as Error).message}`)
}

async function captureMail({ id, mail }: OutgoingMail): Promise<Outcome> {
  const message = { From, ...mail }
  if (env.DATA_DIR === inMemory) {
    capturedMails.push(message)
    capturedIds.add(id)
    return 'sent'
  }
  const draft = join(env.DATA_DIR, 'mail', `.${id}`)
  await mkdir(join(env.DATA_DIR, 'mail'), { recursive: true })
  await writeFile(draft, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(id))
  return 'sent'
}

/** The name begins with the time of the id, so names sort by time. */
function fileOf(id: string) {
  const time = new Date(timeOfId(id)).toISOString().replaceAll(':', '-')
  return join(env.DATA_DIR, 'mail', `${time}-${id}.json`)
}
