import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

const folder = 'node_modules/.cache/budkeeper'
const migrations = { migrationsFolder: 'drizzle/migrations' }

/**
 * A dump of a migrated embedded database without records. It is stored for the next run, because PGlite and the
 * migrations need seconds to create one. `PGlite` is a parameter, because `setup.ts` calls this function while it
 * replaces that package.
 */
export async function emptyDatabase(PGlite) {
  const file = `${folder}/empty-database-${version()}.tar`
  if (!existsSync(file)) await createDump(PGlite, file)
  return openAsBlob(file)
}

function version() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  // Which migrations have run goes by their time.
  const hashes = readMigrationFiles(migrations).map(({ hash, folderMillis }) => `${hash} ${folderMillis}`)
  return createHash('sha256')
    .update([packages['node_modules/@electric-sql/pglite'].version, ...hashes].join())
    .digest('hex')
    .slice(0, 16)
}

async function createDump(PGlite, file) {
  const database = await PGlite.create('memory://')
  await migrate(drizzle(database), migrations)
  const dump = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another worker has stored the file meanwhile and may be reading it.
    if (error.code !== 'EEXIST') throw error
  }
  rmSync(draft)
}
