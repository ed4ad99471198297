import { z } from 'zod'
import { plainDate } from '~/base/forms/rules'
import { type Preset, presetOf, presets, type RepeatEnd, repeatOf, withEnd } from '~/events/repeats/repeat'
import type { Event, EventInput } from './event-input.server'

/** What the form of an event has in place of a rule: a preset or another rule, and how it ends. */
type RepeatFields = { repeat?: unknown; lastDay?: unknown; times?: unknown; startDate?: unknown }

const isPreset = (value: unknown): value is Preset => typeof value === 'string' && value in presets
const day = plainDate('The last day')
const number = z.string().regex(/^\s*\d{1,3}\s*$/)

/** The schema of a form of an event, which says by several fields how it repeats. */
export const asEventForm = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    const form = value as RepeatFields
    if (typeof form !== 'object' || form === null || !('repeat' in form)) return value
    return {
      ...form,
      repeat: ruleOf(form, (path, message) => context.addIssue({ code: 'custom', path: [path], message })),
    }
  }, schema)

function ruleOf(
  { repeat, startDate, ...fields }: RepeatFields,
  refuse: (field: string, message: string) => void,
) {
  if (!repeat) return ''
  const end = endOf(fields, refuse)
  if (isPreset(repeat))
    return typeof startDate === 'string' && startDate ? repeatOf(repeat, startDate, end) : ''
  return typeof repeat === 'string' ? withEnd(repeat, end) : repeat
}

function endOf(
  { lastDay, times }: RepeatFields,
  refuse: (field: string, message: string) => void,
): RepeatEnd {
  if (lastDay && times) refuse('times', 'Choose a last day or a number of times, not both')
  else if (times) {
    const { data } = number.safeParse(times)
    if (data && Number(data) > 0) return { count: Number(data) }
    refuse('times', 'Times must be a whole number from 1 to 999')
  } else if (lastDay) {
    const { data, error } = day.safeParse(lastDay)
    if (data) return { until: data }
    refuse('lastDay', error?.issues[0]?.message ?? '')
  }
  return null
}

/** What the form shows of an event. */
export function formOf<E extends Event>(event: E) {
  const { preset, end } = event.repeat
    ? presetOf(event.repeat, event.startDate)
    : { preset: undefined, end: null }
  return {
    ...event,
    repeat: preset ?? (event.repeat && withEnd(event.repeat, null)) ?? '',
    lastDay: end && 'until' in end ? end.until.slice(0, 10) : '',
    times: end && 'count' in end ? String(end.count) : '',
  }
}

/**
 * What a form changes. A rule that it does not have, or has as it was opened, is no change: the server moves it with the start.
 */
export function changeOf(
  change: Partial<EventInput>,
  payload: Record<string, unknown>,
  event: Event,
): Partial<EventInput> {
  const { skipped: _, repeat, ...fields } = change
  const opened = formOf(event)
  const isOpened =
    !('repeat' in payload) ||
    (['repeat', 'lastDay', 'times'] as const).every((name) => String(payload[name] ?? '') === opened[name])
  return repeat === undefined || isOpened ? fields : { ...fields, repeat }
}
