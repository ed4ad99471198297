import postgres from 'postgres'

/** An empty database of that name on a server, and its address. */
export async function createDatabase(server, name) {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql.unsafe(`drop database if exists ${name} with (force)`)
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
