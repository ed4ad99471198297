import type { Status } from '~/billing/subscription'

export const mailStates = ['pending', 'sending', 'sent', 'discarded'] as const
export type MailState = (typeof mailStates)[number]

/** A mail with Postmark's field names. */
export type Mail = {
  To: string
  Subject: string
  TextBody: string
  HtmlBody: string
  Tag: string
  ReplyTo?: string
}
export type MailContent = Omit<Mail, 'To' | 'Tag'>

/** The user whom a mail is about, read when the mail is sent. `status` is null if the user needs no subscription. */
export type MailUser = {
  _id: string
  Firstname: string
  Email: string
  trialEndsAt: Date
  status: Status | null
}

/** Values that the outbox stores for the text of a mail. */
export type MailDetails = Record<string, string | undefined>
export type NoDetails = Record<string, never>

export type MailDefinition<Details extends MailDetails> = {
  /** Called when the mail is sent. Null discards a mail that is out of date. */
  compose(mail: {
    user: MailUser
    recipient: string
    details: Details
  }): MailContent | null | Promise<MailContent | null>
  /** Examples of the mail, by name. `/dev/mail` shows them, and the tests check them. */
  samples(): Record<string, MailContent>
}

/** Defines a kind of mail. `enqueue` requires its `Details`. */
export function defineMail<Details extends MailDetails = NoDetails>(definition: MailDefinition<Details>) {
  return definition
}
