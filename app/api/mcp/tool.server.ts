import { z } from 'zod'
import { wholeNumber } from '~/base/forms/list-query'
import { count } from '~/base/http/operation.server'

/** What a tool answers: the data, and a line that says how much it is. */
type Answer = { summary: string; data: Record<string, unknown> }

/** A tool of the MCP endpoint (product 27.2), whose `run` gets what its `input` has parsed. */
export type Tool<I extends z.ZodObject = z.ZodObject> = {
  name: string
  title: string
  description: string
  input: I
  output: z.ZodObject
  /** Whether it proposes changes. All others read. */
  proposes?: true
  /** A method, because TypeScript compares the parameters of functions more strictly. */
  run(ownerId: string, input: z.infer<I>, tokenName: string): Promise<Answer>
}

export const tool = <I extends z.ZodObject>(definition: Tool<I>): Tool => definition

/** A model reads all of it, so pages are smaller than those of the API. */
const [defaultRows, mostRows] = [10, 50]

/** Buds, shared tastes and the like that one answer names. */
export const mostNamed = 50

export const page = wholeNumber('page', 1, 1_000_000_000).default(1).describe('The number of the page')
export const limit = wholeNumber('limit', 1, mostRows).default(defaultRows).describe('Rows on a page')

/** `id` is the record that a tool is about: 404 if it is unknown. A filter such as `bud` finds nothing for an unknown one. */
export const idOf = (noun: string) =>
  z.string({ error: `id must be that of ${noun}` }).describe(`The _id of ${noun}`)

export const pages = { numOfPages: count, currentPage: count }

type Pages = { numOfPages: number; currentPage: number }

/** Such as '10 of 42 buds, page 1 of 5'. */
export function summaryOf(rows: unknown[], total: number, noun: string, { numOfPages, currentPage }: Pages) {
  const all = `${rows.length} of ${total} ${noun}`
  return numOfPages > 1 ? `${all}, page ${currentPage} of ${numOfPages}` : all
}

/** A record with some of its fields. */
export const pick = <R extends object, N extends keyof R & string>(record: R, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<R, N>

/** The schema of a record with some of its fields. */
export const pickSchema = <S extends z.ZodRawShape, N extends keyof S & string>(
  schema: z.ZodObject<S>,
  names: readonly N[],
) => z.object(pick(schema.shape, names))

export const counted = { totalBuds: count }

/** A record without what an API client sees in headers: its version and its change set. */
export function withoutMeta<R extends { version: unknown; changeId?: unknown }>(record: R) {
  const { version, changeId, ...fields } = record
  return fields
}

/** A record with the first of its buds and the number of all. */
export const withFewBuds = <R extends { buds: unknown[] }>(record: R) => ({
  ...record,
  buds: record.buds.slice(0, mostNamed),
  totalBuds: record.buds.length,
})
