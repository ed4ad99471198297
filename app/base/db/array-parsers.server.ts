import { parse } from 'postgres-array'

/** OIDs of array types (`pg_type.dat`). Nothing reads arrays of other types. */
const texts = { text: 1009, varchar: 1015, char: 1002, name: 1003, uuid: 2951 }
const numbers = { int2: 1005, int4: 1007, float4: 1021, float8: 1022 }
const booleans = { bool: 1000 }

type Parse = (text: string) => unknown

const withParser = (types: Record<string, number>, parser: Parse) =>
  Object.values(types).map((oid) => [oid, parser] as const)

/**
 * Parsers of arrays for the driver, as PGlite has them. The driver would have to query the types, and drizzle-orm's
 * parser removes backslashes and reads NULL as a word.
 */
export const arrayParsers: Record<number, Parse> = Object.fromEntries([
  ...withParser(texts, (text) => parse(text)),
  ...withParser(numbers, (text) => parse(text, Number)),
  ...withParser(booleans, (text) => parse(text, (value) => value === 't')),
])
