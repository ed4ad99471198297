import type { LinkKind } from '~/base/links/link'

export const mailStates = ['pending', 'sending', 'sent', 'discarded'] as const
export type MailState = (typeof mailStates)[number]

/** Postmark's streams: transactional mails, and mails that recipients can unsubscribe from. */
export const messageStreams = ['outbound', 'broadcast'] as const
type MessageStream = (typeof messageStreams)[number]

/** A mail with Postmark's field names. */
export type Mail = {
  To: string
  Subject: string
  TextBody: string
  HtmlBody: string
  Tag: string
  MessageStream: MessageStream
  ReplyTo?: string
  Headers?: { Name: string; Value: string }[]
}
export type MailContent = Omit<Mail, 'To' | 'Tag' | 'MessageStream'>

/** The user whom a mail is about, read when the mail is sent. `account/accounts/mail-users.server.ts` adds to it. */
export interface MailUser {
  _id: string
  Firstname: string
  Email: string
}

/** Values that the outbox stores for the text of a mail. */
export type MailDetails = Record<string, unknown>
export type NoDetails = Record<string, never>

export type MailDefinition<Details extends MailDetails> = {
  /** Default: `outbound`. */
  stream?: MessageStream
  /** The kind of the link that is made for each mail when it is sent. It is about the recipient's address. */
  link?: LinkKind
  /** Called when the mail is sent. Null discards a mail that is out of date. */
  compose(mail: {
    user: MailUser
    recipient: string
    details: Details
    /** The URL of the link. Empty for a kind without a link. */
    url: string
  }): MailContent | null | Promise<MailContent | null>
  /** Examples of the mail, by name. `/dev/mail` shows them, and the tests check them. */
  samples(): Record<string, MailContent>
}

/** Defines a kind of mail. `enqueue` requires its `Details`. */
export function defineMail<Details extends MailDetails = NoDetails>(definition: MailDefinition<Details>) {
  return definition
}
