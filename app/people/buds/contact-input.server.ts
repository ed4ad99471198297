import { z } from 'zod'
import { urlLength } from '~/base/forms/lengths'
import { emailText, isWebUrl, line, shortList, text } from '~/base/forms/rules'
import { isEmail } from '~/base/node/email-address.server'
import {
  addressKind,
  addressPartLength,
  type BudDate,
  dateKind,
  emailKind,
  labelLength,
  linkKind,
  phoneKind,
  phoneLength,
} from './contact'
import { defaultDateLabel } from './contact-lines'
import { existingDay, orderOf, readDay } from './read-day'

/** The rules of a bud's contact details and dates (product 3.4). Rows without a value are removed. */

type List = { label: string; limit: number; limitReached: string }

/** Limits the work of checking rows, because blank rows do not count towards the limit of a list. */
const maxRows = 1_000

function rowsOf<T>(list: List, row: z.ZodType<T>, isBlank: (row: T) => boolean) {
  return shortList(list.label, maxRows, list.limitReached, row)
    .transform((rows) => rows.filter((row) => !isBlank(row)))
    .refine((rows) => rows.length <= list.limit, list.limitReached)
    .meta({ maxItems: list.limit })
}

const label = line('Label', labelLength).default('')

/** Rows of a label and a value. `message` is the error of a value that is not valid. */
function valueRows(
  list: List,
  value: z.ZodType<string>,
  isValid: (value: string) => boolean,
  message: string,
) {
  const row = z.object(
    { label, value: value.refine((value) => value === '' || isValid(value), message).default('') },
    { error: `${list.label} must have a value` },
  )
  return rowsOf(list, row, ({ value }) => value === '')
}

export const emails = valueRows(
  { ...emailKind, label: 'Emails' },
  emailText,
  isEmail,
  'Email must be a valid email address',
)

export const phones = valueRows(
  { ...phoneKind, label: 'Phones' },
  line('Phone', phoneLength),
  (value) => /\p{Nd}/u.test(value),
  'Phone must have a digit',
)

/** `example.com:8080` has no scheme, although a URL parser takes `example.com` for one. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i

export const links = valueRows(
  { ...linkKind, label: 'Links' },
  line('Link', urlLength)
    .transform((value) =>
      value === '' || scheme.test(value) ? value : `https:${value.startsWith('//') ? '' : '//'}${value}`,
    )
    .pipe(line('Link', urlLength)),
  isWebUrl,
  'Link must be an address that begins with https:// or http://',
)

const addressPart = (name: string) => line(name, addressPartLength).default('')

const address = z.object(
  {
    label,
    street: text('Street', addressPartLength).default(''),
    city: addressPart('City'),
    region: addressPart('Region'),
    postcode: addressPart('Postcode'),
    country: addressPart('Country'),
  },
  { error: 'An address must have parts such as street and city' },
)

export const addresses = rowsOf({ ...addressKind, label: 'Addresses' }, address, ({ label: _, ...parts }) =>
  Object.values(parts).every((part) => part === ''),
)

/** A whole number, or null if it is absent. Forms send it as text. */
function wholeNumber(name: string, min: number, max: number) {
  const message = `${name} must be a whole number from ${min} to ${max}`
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value ?? null
    const digits = value.trim()
    return /^\d{1,4}$/.test(digits) ? Number(digits) : digits || null
  }, z.int({ error: message }).min(min, message).max(max, message).nullable())
}

const date = z
  .object(
    {
      label,
      year: wholeNumber('Year', 1, 9_999).default(null),
      month: wholeNumber('Month', 1, 12),
      day: wholeNumber('Day', 1, 31),
    },
    { error: 'A date must have a month and a day' },
  )
  .superRefine(({ year, month, day }, context) => {
    if (year === null && month === null && day === null) return
    const refuse = (part: string, message: string) =>
      context.addIssue({ code: 'custom', path: [part], message })
    if (month === null) refuse('month', 'A date must have a month')
    else if (day === null) refuse('day', 'A date must have a day')
    else if (!existingDay(year, month, day)) refuse('day', 'This day does not exist in that month')
  })

const datesOf = (row: typeof date) =>
  rowsOf({ ...dateKind, label: 'Dates' }, row, ({ month }) => month === null).transform((rows) =>
    rows.map((row) => ({ ...row, label: row.label || defaultDateLabel }) as BudDate),
  )

export const dates = datesOf(date)

/** `dates` of a form, which may have a day in one text. */
export const formDates = datesOf(z.preprocess(partsOfText, date) as unknown as typeof date)

/** Reads the text as the imports do, but for a year of two digits: no rule compares with today. */
function partsOfText(row: unknown, { addIssue }: z.RefinementCtx) {
  const { text, ...parts } = row as { text?: unknown }
  if (typeof text !== 'string' || text.trim() === '') return parts
  const order = orderOf(text)
  const read = (today: string | null) => readDay(text, order === 'mdy' ? 'mdy' : 'dmy', today, true)
  const day = order === 'unclear' ? null : read(null)
  if (day) return { ...parts, ...day }
  const message = order === 'unclear' ? unclearDay : read('2000-01-01') ? shortYear : noDay
  addIssue({ code: 'custom', path: ['text'], message })
  return z.NEVER
}

const unclearDay = 'Day and month could be either way round: write the month as a word, such as 3 May'
const shortYear = 'Write the year with four digits, such as 3 May 1990'
const noDay = 'Date must be a day that exists, such as 3 May or 3 May 1990'
