import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'

/** Who makes the changes of a request, as the column `changes.via` has it. */
export type RequestVia = { kind: string; name: string; device?: string }

const storage = new AsyncLocalStorage<RequestVia>()

/** The history names `via` as the maker of all changes of `work`, also of those that it makes in the background. */
export const runVia = <T>(via: RequestVia, work: () => T): T => storage.run(via, work)

/** Undefined: a person. */
export const currentVia = () => storage.getStore()

/** The statement that names the maker of all changes of a transaction. */
export const setVia = (via: RequestVia) =>
  sql`select set_config('budkeeper.via', ${JSON.stringify(via)}, true)`
