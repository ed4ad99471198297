import { sql } from 'drizzle-orm'
import { buds } from '~drizzle/schema'
import { generationLine } from './similar-names'

/** The part of the notes of a bud that says the generation, which can be all that is compared of them. */
export const generationNotes = sql<string>`coalesce(substring(${buds.notes}, ${`(?i)(${generationLine})`}::text), '')`
