import { events } from './event-tools.server'
import { buds, circles, duplicates, find, interactions, lists, proposals } from './people-tools.server'
import { today, together } from './planning-tools.server'

/** Tools that read, as the API does, and change nothing (product 27.2). */
export const readingTools = [
  find,
  ...buds,
  lists,
  ...circles,
  ...events,
  ...interactions,
  today,
  together,
  duplicates,
  proposals,
]
