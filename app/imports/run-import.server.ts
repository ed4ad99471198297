import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { withLease } from '~/db/leases.server'
import { inBackground } from '~/http/background.server'
import { imports } from '~drizzle/schema'
import { applyRows } from './apply-rows.server'
import { readRows } from './read-rows.server'

/** Begins or continues the work of an import. Only one process works on it. */
export function runImportInBackground(ownerId: string, id: string) {
  inBackground('import', () => runImport(ownerId, id))
}

/** Continues imports that a process has left unfinished. */
export async function continueImports() {
  const active = await db
    .select({ ownerId: imports.ownerId, _id: imports._id })
    .from(imports)
    .where(sql`state in ('reading', 'applying')`)
  for (const { ownerId, _id } of active) await runImport(ownerId, _id)
}

async function runImport(ownerId: string, id: string) {
  await withLease(`import:${id}`, { wait: 0, ttl: 30_000 }, async () => {
    for (;;) {
      const [job] = await db
        .select()
        .from(imports)
        .where(and(eq(imports.ownerId, ownerId), eq(imports._id, id)))
      if (job?.state === 'reading') await readRows(job)
      else if (job?.state === 'applying') await applyRows(job)
      else return
    }
  })
}
