import type { MailDefinition, MailDetails, MailUser, NoDetails } from './mail'

/** All kinds of mail by name. `app/jobs/mails.server.ts` lists them, for this type and for `registerMails`. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of kinds extends it
export interface MailKinds {}
export type MailKind = keyof MailKinds
type DetailsOf<Kind extends MailKind> =
  MailKinds[Kind] extends MailDefinition<infer Details> ? Details : never

/** A mail for `enqueue`. The kinds with details require them. */
export type NewMail<Kind extends MailKind = MailKind> = Kind extends MailKind
  ? {
      kind: Kind
      /** The mail is about this account and is deleted with it. Null: no account, and no deduplication. */
      userId: string | null
      /** Deduplication key, such as an invoice's id: a user gets one mail per kind and key. Default: a new UUID. */
      about?: string
      /** Default: the user's email address. */
      recipient?: string
    } & (DetailsOf<Kind> extends NoDetails ? unknown : { details: DetailsOf<Kind> })
  : never

type Registry = {
  kinds: Record<string, MailDefinition<MailDetails> | undefined>
  /** The users of mails, by id. Accounts that have ended are left out. */
  findUsers: (ids: string[]) => Promise<Map<string, MailUser>>
  /** For mails that are about no account. */
  noUser: MailUser
}

let registry: Registry | undefined

/** Tells the outbox which mails there are. Without it nothing is sent. */
export function registerMails(mails: Registry) {
  registry = mails
}

/** Throws if no kinds are registered, before the outbox claims a mail. */
export function registered() {
  if (!registry) throw new Error('The kinds of mail are not registered')
  return registry
}

type StoredMail = { kind: string; recipient: string | null; details: MailDetails }

const definitionOf = (kind: string) => registered().kinds[kind]

export const streamOf = (kind: string) => definitionOf(kind)?.stream ?? 'outbound'
export const linkKindOf = (kind: string) => definitionOf(kind)?.link
export const findMailUsers = (ids: string[]) => registered().findUsers(ids)

/** Null for a mail that is out of date, and for a kind that no longer exists. */
export async function compose(
  { kind, recipient, details }: StoredMail,
  user = registered().noUser,
  url = '',
) {
  return (await definitionOf(kind)?.compose({ user, recipient: recipient ?? '', details, url })) ?? null
}
