import { sql } from 'drizzle-orm'
import { nested } from '~/base/db/fragments.server'
import { eventBuds, events } from '~drizzle/schema'
import type { Answer } from './guest'

/** Reads an index that has only attendees who have answered. */
const counted = sql`(
  select json_build_object('yes', count(*) filter (where answer = 'yes'), 'no', count(*) filter (where answer = 'no'),
    'maybe', count(*) filter (where answer = 'maybe'))
  from ${eventBuds} where ${eventBuds.ownerId} = ${events.ownerId} and ${eventBuds.recordId} = ${events._id}
    and answer is not null
)`

/** The column of an event with the numbers of its answers. */
export const countedAnswers = nested<Record<Answer, number>>(counted).as('answers')
