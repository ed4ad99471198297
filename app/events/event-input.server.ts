import { z } from 'zod'
import { selectedBuds } from '~/buds/selected-buds.server'
import { descriptionLength, nameLength } from '~/server/lengths'
import { oneOf, text, wallClock } from '~/server/rules'
import { listSearch } from '~/server/search'
import { type EventInput, eventSorts, eventtypes, requiredFields } from './event'

const required = <T extends z.ZodType>(rule: T) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.trim() : (value ?? '')),
      z.unknown().refine((value) => value !== '', { message: requiredFields, abort: true }),
    )
    .pipe(rule)

const rules = {
  Name: required(text('Name', nameLength)),
  Location: required(text('Location', nameLength)),
  Eventtype: required(oneOf('Event type', eventtypes)),
  startDate: wallClock('Start date'),
  endDate: wallClock('End date'),
  Description: text('Description', descriptionLength),
  selectedBuds,
}

/** A new event in the API's shape. That its end is not before its start is for the operation to say. */
export const eventInput: z.ZodType<EventInput> = z.object({
  ...rules,
  Description: rules.Description.default(''),
  selectedBuds: rules.selectedBuds.default([]),
})

/** A change of an event: what is absent keeps its value, a list that is present replaces. */
export const eventChange = z.object(rules).partial()

/** With no bud chosen a form sends no list, which means an empty one. */
export const eventForm = z.preprocess((form) => ({ selectedBuds: [], ...(form as object) }), eventInput)

export const eventSearch = listSearch('Eventtype', eventtypes, eventSorts)
export type EventSearch = z.infer<typeof eventSearch.strict>

/** The query of a calendar: events that overlap the time from `from` to `to`. */
export const eventRange = z
  .object({ from: wallClock('from'), to: wallClock('to') })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'to must be after from' })

/** Times in an address that begins a new event; what is no time is as if it were not there. */
export const eventTimes = z.object({
  startDate: wallClock('startDate').optional().catch(undefined),
  endDate: wallClock('endDate').optional().catch(undefined),
})
