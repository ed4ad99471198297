import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServerClient } from 'postmark'
import { v7 as uuid } from 'uuid'
import { env, inMemory } from './env.server'
import { log } from './log.server'

/** Postmark's own names. */
export type Mail = {
  To: string
  ReplyTo?: string
  Subject: string
  TextBody: string
  HtmlBody: string
  Tag: string
}

const postmark = env.POSTMARK_SERVER_TOKEN ? postmarkClient(env.POSTMARK_SERVER_TOKEN) : null
const underway = new Set<Promise<void>>()

/** Mails of this process that were kept in memory, newest last (`DATA_DIR=:memory:`, tests). */
export const keptMails: (Mail & { From: string })[] = []

function postmarkClient(token: string) {
  const base = env.POSTMARK_API_BASE ? new URL(env.POSTMARK_API_BASE) : undefined
  return new ServerClient(token, {
    timeout: 10,
    ...(base && { requestHost: base.host, useHttps: base.protocol === 'https:' }),
  })
}

/** Work that goes on behind the answer, such as a mail: it never fails the request, and a shutdown waits for it. */
export function inBackground(what: string, work: () => Promise<void>) {
  const task: Promise<void> = work()
    .catch((error) => log.error({ err: error, what }, 'background work failed'))
    .finally(() => underway.delete(task))
  underway.add(task)
}

export async function backgroundWorkDone() {
  while (underway.size > 0) await Promise.all(underway)
}

/** Sends through Postmark, or without a token writes one JSON file a mail to `DATA_DIR/mail`. */
export async function sendMail(mail: Mail) {
  const message = { From: env.MAIL_FROM, ...mail }
  if (postmark) await postmark.sendEmail({ ...message, MessageStream: 'outbound' })
  else if (env.DATA_DIR === inMemory) keptMails.push(message)
  else await writeMail(message)
  log.info({ tag: mail.Tag }, 'mail sent')
}

const longestWait = 4_000

/** For somebody who waits to hear that it was sent: fails in time to be told. */
export async function sendMailAtOnce(mail: Mail) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail service does not answer')), longestWait)
  })
  await Promise.race([sendMail(mail), late]).finally(() => clearTimeout(timer))
}

async function writeMail(message: Mail) {
  const folder = join(env.DATA_DIR, 'mail')
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${uuid()}.json`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `.${name}`), `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
}
