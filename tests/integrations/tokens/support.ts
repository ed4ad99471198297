import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { db } from '~/base/db/db.server'
import { apiTokens } from '~drizzle/schema'
import { type Client, createClient } from '../../support/client'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Stores a token of a user, also one that could not be made, such as an expired one. */
export async function storeToken(
  { _id: userId }: { _id: string },
  fields: Partial<typeof apiTokens.$inferInsert> = {},
) {
  const _id = uuid()
  const secret = `bud_${sha256(_id)}`
  const row = { _id, userId, tokenHash: sha256(secret), hint: secret.slice(-4), name: 'Script' }
  await db.insert(apiTokens).values({ ...row, scope: 'write', ...fields })
  return { _id, secret }
}

export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** A client that sends a token with each request. */
export function withToken(secret: string, client: Client = createClient()) {
  const send = (method: string, path: string, body?: object) =>
    client.send(method, path, {
      headers: { ...bearer(secret), ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
  return { send, get: (path: string) => send('GET', path) }
}
