import postgres from 'postgres'

/** Creates a database on a server, empty or a copy of `template`, and returns its URL. */
export async function createDatabase(server, name, template = 'template1') {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql.unsafe(`drop database if exists ${name} with (force)`)
  await sql.unsafe(`create database ${name} template ${template}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** The environment of a server with a database of its own: on DATABASE_URL_TEST, or embedded. */
export async function databaseEnv(name) {
  const server = process.env.DATABASE_URL_TEST
  return server ? { DATABASE_URL: await createDatabase(server, `${name}_${process.pid}`) } : {}
}
