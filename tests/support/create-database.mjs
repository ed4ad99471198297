import postgres from 'postgres'

/** Creates a database on a server, empty or a copy of `template`, and returns its URL. */
export async function createDatabase(server, name, template = 'template1') {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql.unsafe(`drop database if exists ${name} with (force)`)
  await sql.unsafe(`create database ${name} template ${template}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
