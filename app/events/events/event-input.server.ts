import { z } from 'zod'
import { descriptionLength, nameLength } from '~/base/forms/lengths'
import {
  isStorable,
  isVisible,
  line,
  oneOf,
  recordSchemas,
  shortList,
  text,
  wallClock,
} from '~/base/forms/rules'
import { repeatLength, skippedLimit, tooManySkipped } from '~/events/repeats/repeat-rule.server'
import type { BudName } from '~/people/buds/bud-input.server'
import { selectedBuds } from '~/people/buds/selected-buds.server'
import { eventLabels, eventtypes, requiredFields } from './event'

const isBlank = (value: unknown) => typeof value === 'string' && isStorable(value) && !isVisible(value)

const required = <T extends z.ZodType>(rule: T) =>
  z.preprocess((value, context) => {
    const trimmed = typeof value === 'string' ? value.trim() : (value ?? '')
    if (isBlank(trimmed)) context.addIssue(requiredFields)
    return trimmed
  }, rule)

const emptyAsNull = (value: unknown) => (value === '' ? null : value)

/** The writable fields of an event. A field without a default is required. */
export const {
  fields: eventFields,
  input: eventInput,
  change: eventChange,
} = recordSchemas({
  Name: required(line(eventLabels.Name, nameLength).meta({ minLength: 1 })),
  Location: required(line(eventLabels.Location, nameLength).meta({ minLength: 1 })),
  Eventtype: required(oneOf(eventLabels.Eventtype, eventtypes)),
  startDate: wallClock('Start date'),
  endDate: wallClock('End date'),
  repeat: z.preprocess(emptyAsNull, line(eventLabels.repeat, repeatLength).nullable()).default(null),
  skipped: shortList(eventLabels.skipped, skippedLimit, tooManySkipped, wallClock(eventLabels.skipped))
    .transform((starts) => [...new Set(starts)].sort())
    .default([]),
  Description: text(eventLabels.Description, descriptionLength).default(''),
  selectedBuds: selectedBuds.default([]),
} satisfies Record<keyof typeof eventLabels, z.ZodType>)

export type EventInput = z.infer<typeof eventInput>

/** The texts of an event of another program, which need no place. */
export const sentTexts = z.object({
  Name: line(eventLabels.Name, nameLength),
  Location: line(eventLabels.Location, nameLength),
  Description: text(eventLabels.Description, descriptionLength),
})

/** `series` and `occurrence`: the series that the event was taken out of, and the start by its rule that it replaces. */
export type Event = Omit<EventInput, 'selectedBuds'> & {
  _id: string
  createdAt: Date
  buds: BudName[]
} & Origin
type Origin = { series: string | null; occurrence: string | null }

/** An event in a list response. `buds` has only the first ones, sorted by name. */
export type ListedEvent = Event & { totalBuds: number }

/** The fields of an event that the calendar shows. `occurrence` and `version`: its start and the version of its series. */
export type CalendarEvent = Pick<
  Event,
  '_id' | 'Name' | 'Location' | 'Eventtype' | 'startDate' | 'endDate'
> & {
  occurrence: string | null
  version: number
}

/** The query for events that overlap the time from `from` to `to`. */
export const eventRange = z
  .object({ from: wallClock('from'), to: wallClock('to') })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'to must be after from' })

/** Fields of an event in the query of the screen that adds one. Invalid values are ignored. */
export const eventPrefill = z.object({
  startDate: wallClock('startDate').optional().catch(undefined),
  endDate: wallClock('endDate').optional().catch(undefined),
  Name: line(eventLabels.Name, nameLength).optional().catch(undefined),
  Eventtype: z.enum(eventtypes).optional().catch(undefined),
})
