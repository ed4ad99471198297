import type { PGlite } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

type Send = PGlite['execProtocolStream']
type Statement = { name: string; description?: Awaited<ReturnType<Send>> }

/** A statement takes about 50 kB with its plan. Longer texts have many values and are hardly ever sent again. */
const statementLimit = 300
const longestText = 20_000
const [parse, bind, describe] = Buffer.from('PBD')

/**
 * Makes PGlite keep the statements that it has parsed, and with them their plans, as `postgres` does with a server. Planning
 * takes a third of the time of a request. PGlite sends each query as the unnamed statement, so the name is added to the
 * messages of the protocol: Parse, Describe and Bind.
 */
export function nameStatements(client: PGlite, limit = statementLimit) {
  const send: Send = client.execProtocolStream.bind(client)
  const forgotten: Statement[] = []
  const statements = new LRUCache<string, Statement>({
    max: limit,
    dispose: (statement) => forgotten.push(statement),
  })
  let names = 0
  // A query holds the connection from Parse to Sync, so this is the statement of the messages that follow.
  let current: Statement | undefined

  async function parsed(message: Uint8Array, options: Parameters<Send>[1]) {
    const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1')
    current = statements.get(text)
    if (current) return []
    const statement = { name: `statement_${++names}` }
    const replies = await send(named(message, 5, statement.name), options)
    statements.set(text, statement)
    current = statement
    for (const { name } of forgotten.splice(0)) await send(closeOf(name), options)
    return replies
  }

  client.execProtocolStream = async (message, options = {}) => {
    if (message[0] === parse) {
      current = undefined
      return message.length > longestText ? send(message, options) : parsed(message, options)
    }
    if (message[0] === bind && current) return send(named(message, 6, current.name), options)
    if (message[0] === describe && message[5] === 'S'.charCodeAt(0) && current) {
      current.description ??= await send(named(message, 6, current.name), options)
      return current.description
    }
    return send(message, options)
  }
}

/** A message with a name where it has an empty one, and the length that follows from it. */
function named(message: Uint8Array, position: number, name: string) {
  const result = Buffer.concat([message.subarray(0, position), Buffer.from(name), message.subarray(position)])
  result.writeInt32BE(result.length - 1, 1)
  return result
}

const closeOf = (name: string) => named(Buffer.from('C\0\0\0\0S\0', 'latin1'), 6, name)
