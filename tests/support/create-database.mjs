import postgres from 'postgres'

/** A database of that name on a server, empty or as `template` is, and its address. */
export async function createDatabase(server, name, template = 'template1') {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql.unsafe(`drop database if exists ${name} with (force)`)
  await sql.unsafe(`create database ${name} template ${template}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
