import { z } from 'zod'
import { formatDay } from '~/base/components/day'
import { clock } from '~/base/db/clock.server'
import { day } from '~/base/node/durations'

const defaultDays = 90

/** The value of the choice in a form. */
const never = 'never'

const inDays = (days: number) => new Date(clock.now().getTime() + days * day)

/**
 * When something that works without the password ends. Null, or the choice in a form: never. Absent: after 90 days. A day
 * ends in UTC. The database has no year after 9999 in this notation.
 */
export function expiry(label: string) {
  const malformed = `${label} must be a day (YYYY-MM-DD), an instant such as 2027-01-31T12:00:00Z, or null`
  return z
    .preprocess(
      (value) => (value === never ? null : value),
      z
        .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: malformed })
        .transform((text) => new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text))
        .refine((time) => time.getUTCFullYear() <= 9999, { message: malformed, abort: true })
        .refine((time) => time > clock.now(), `${label} must be in the future`)
        .nullable(),
    )
    .optional()
    .transform((expiresAt) => (expiresAt === undefined ? inDays(defaultDays) : expiresAt))
}

const lifetimes = [
  [30, '30 days'],
  [defaultDays, '90 days'],
  [365, '1 year'],
] as const

/** The choices of a form. Their values are days, as in the body of the API. */
export function expiryChoices() {
  const days = lifetimes.map(([days, label]) => {
    const value = inDays(days).toISOString().slice(0, 10)
    return { value, label: `${label}, until ${formatDay(value)}` }
  })
  return [...days, { value: never, label: 'Never' }]
}
