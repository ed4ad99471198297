import { randomBytes } from 'node:crypto'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { env } from '~/base/node/env.server'
import { links } from '~drizzle/schema'
import { type LinkKind, linkLifetimes } from './link'

type NewLink = {
  kind: LinkKind
  userId: string
  /** What the link acts on, such as an email address. */
  about?: string
}

/**
 * Makes links that act without a session, in one statement, and returns their URLs. The database stores only a hash of
 * a token. The link of a user who was deleted meanwhile is not stored, so it opens nothing.
 */
export async function makeLinks(newLinks: NewLink[], writer: Db = db) {
  if (newLinks.length === 0) return []
  const made = newLinks.map((link) => ({ ...link, token: randomBytes(32).toString('base64url') }))
  const rows = made.map(({ kind, userId, about = '', token }) => ({
    token_hash: sha256(token),
    kind,
    user_id: userId,
    about,
    days: linkLifetimes[kind],
  }))
  await writer.execute(sql`
    insert into ${links} (token_hash, kind, user_id, about, expires_at)
    select token_hash, kind, user_id, about, now() + days * interval '1 day'
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as new_link (token_hash text, kind text, user_id uuid, about text, days int)
    join users on users.id = user_id
    for key share of users`)
  return made.map(({ kind, token }) => `${env.APP_URL}/${kind}/${token}`)
}

/** SQL condition: the row of `links` is this link, and it is valid. */
export const isLink = (kind: LinkKind, token: string): SQL | undefined =>
  and(eq(links.tokenHash, sha256(token)), eq(links.kind, kind), gt(links.expiresAt, sql`now()`))

/** The user and subject of a valid link. Undefined for a used, revoked, expired or unknown token. */
export async function findLink(kind: LinkKind, token: string, reader: Db = db) {
  const [link] = await reader
    .select({ userId: links.userId, about: links.about })
    .from(links)
    .where(isLink(kind, token))
  return link
}

/** Revokes all links of a kind of a user, or those that meet a condition too. Returns whether there was one. */
export async function revokeLinks(kind: LinkKind, userId: string, writer: Db = db, condition?: SQL) {
  const revoked = await writer
    .delete(links)
    .where(and(eq(links.kind, kind), eq(links.userId, userId), condition))
    .returning({ userId: links.userId })
  return revoked.length > 0
}

/** Ends a link that works once. Of two calls at the same time, one returns false. */
export async function endLink(kind: LinkKind, token: string, writer: Db = db) {
  const ended = await writer.delete(links).where(isLink(kind, token)).returning({ userId: links.userId })
  return ended.length > 0
}
