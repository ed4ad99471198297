import { createHash } from 'node:crypto'
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { bearer, storeToken } from '../../integrations/tokens/support'
import { baseUrl } from '../../support/app'
import { createClient } from '../../support/client'
import { createUser } from '../../support/factories'

export const mcpPath = '/api/v1/mcp'

/** How a client finds out the version: by `initialize`, or by `server/discover`. */
export const modes = ['legacy', 'auto'] as const

/** The official client, connected with a token. */
export async function connect(secret: string, mode: VersionNegotiationMode = 'legacy', origin = baseUrl) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: bearer(secret) }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpPath, origin), { requestInit }))
  return client
}

type Scope = 'read' | 'propose' | 'write'

/** A user with a token, and a client that calls tools with it. */
export async function assistant(scope: Scope = 'write', mode: VersionNegotiationMode = 'legacy') {
  const user = await createUser()
  const { secret } = await storeToken(user, { scope })
  return { user, secret, ...(await callerOf(secret, mode)) }
}

export async function callerOf(secret: string, mode: VersionNegotiationMode = 'legacy') {
  const client = await connect(secret, mode)
  // A list lets the client check results against the schemas of the tools.
  const { tools } = await client.listTools()
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
    const [text, json] = content.map((part) => (part.type === 'text' ? part.text : ''))
    return isError ? { error: text } : { summary: text, structuredContent, data: JSON.parse(json ?? '') }
  }
  return { client, tools, call }
}

let messages = 0

/** Sends a message without the official client, as the API client of the tests does. */
export function send(secret: string, body: unknown, headers: Record<string, string | undefined> = {}) {
  const all = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...bearer(secret),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return createClient().send('POST', mcpPath, {
    headers: sent as Record<string, string>,
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  })
}

export const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: ++messages,
  method,
  params,
})

export const callOf = (name: unknown, input: unknown) =>
  message('tools/call', { name, arguments: input } as object)

/** Written by each request. */
const counters = ['rate_limits']
const ofProposals = ['proposals', 'changes', 'change_rows']

/** A hash of all rows that belong to a user, in whatever table, except proposals with their history. */
export async function hashOfRows(userId: string) {
  const columns = await db
    .select({ table: sql<string>`table_name`, column: sql<string>`column_name` })
    .from(sql`information_schema.columns`)
    .where(
      sql`table_schema = 'public' and (column_name in ('owner_id', 'user_id') or (table_name = 'users' and column_name = 'id'))`,
    )
    .orderBy(sql`table_name`)
  const tables = columns.filter(({ table }) => ![...counters, ...ofProposals].includes(table))
  const hash = createHash('sha256')
  for (const { table, column } of tables) {
    const rows = await db
      .select({ row: sql<string>`t::text` })
      .from(sql`${sql.identifier(table)} t`)
      .where(sql`${sql.identifier(column)} = ${userId}`)
    for (const { row } of rows.sort((a, b) => (a.row < b.row ? -1 : 1))) hash.update(`${table} ${row}\n`)
  }
  return { tables: tables.map(({ table }) => table), hash: hash.digest('hex') }
}
