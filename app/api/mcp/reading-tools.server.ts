import { events } from './event-tools.server'
import { buds, circles, duplicates, find, interactions, lists, proposals, tags } from './people-tools.server'
import { today, together } from './planning-tools.server'

/** Tools that read, as the API does, and change nothing (product 27.2). */
export const readingTools = [
  find,
  ...buds,
  lists,
  tags,
  ...circles,
  ...events,
  ...interactions,
  today,
  together,
  duplicates,
  proposals,
]
