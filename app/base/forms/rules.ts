import { z } from 'zod'
import { isEmail, normalEmail, sentEmail } from '~/base/node/email-address.server'
import { parseUrl } from '~/base/node/urls'
import { emailLength, urlLength } from './lengths'
import { readList } from './read-list'

/** The JSON Schema of a file in a multipart form. */
export const binary = { type: 'string', format: 'binary' } as const

/** An absent value counts as empty text. */
export const orEmpty = (value: unknown) => value ?? ''

/** Text without NUL and lone surrogates, which PostgreSQL refuses. */
export function storableText(label: string) {
  return z.string({ error: `${label} must be text` }).refine(isStorable, {
    message: `${label} contains characters that are not allowed`,
    abort: true,
  })
}

export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Trimmed text with LF line ends and at most `max` characters. */
export const text = (label: string, max: number) =>
  limited(label, max, (value) => value.replace(/\r\n?/g, '\n').trim())

/** Trimmed text of one line and at most `max` characters, such as a name. */
export const line = (label: string, max: number) => limited(label, max, oneLine)

function limited(label: string, max: number, clean: (value: string) => string) {
  return storableText(label)
    .overwrite(clean)
    .refine((value) => value.length <= max, `${label} must be at most ${max} characters`)
    .meta({ maxLength: max })
}

/** Line breaks of Unicode, and other control characters, which no line shows. */
const breaks = /[\p{Zl}\p{Zp}\p{Cc}]/u

/** Embeddings, overrides and isolates (UAX 9). Without their end they turn around the words that follow. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/** The text in one line, which cannot change the direction of the text beside it. */
function oneLine(value: string) {
  const lines = value.replace(directionMarks, '').split(breaks)
  return lines
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

export const requiredText = (label: string, max: number) => required(label, text(label, max))

export const requiredLine = (label: string, max: number) => required(label, line(label, max))

function required(label: string, rule: ReturnType<typeof limited>) {
  return rule
    .refine((value) => value !== '', `${label} is required`)
    .refine((value) => value === '' || isVisible(value), `${label} must have a visible character`)
    .meta({ minLength: 1 })
}

/** Whether a text shows anything: not only blanks, marks without a letter, joiners, fillers and other format characters. */
export const isVisible = (value: string) =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)

/** The address in the spelling that is stored, which is what its length is that of. */
export const emailText = storableText('Email')
  .overwrite((value) => normalEmail(value.trim()))
  .refine(
    (value) => Math.max(value.length, Buffer.byteLength(sentEmail(value))) <= emailLength,
    `Email must be at most ${emailLength} characters`,
  )
  .meta({ maxLength: emailLength, format: 'idn-email' })

export const email = z.preprocess(
  orEmpty,
  emailText
    .refine((value) => value !== '', 'Email is required')
    .refine(isEmail, 'Email must be a valid email address')
    .meta({ minLength: 1 }),
)

/** A list of `values`. Other values are silently removed (product 3.1). */
export function listOf(label: string, values: readonly string[]) {
  const items = { type: 'string', enum: [...values] }
  return z
    .preprocess(readList, z.array(z.unknown(), { error: `${label} must be a list` }).meta({ items }))
    .transform((list) =>
      [...new Set(list)].filter((value): value is string => values.includes(value as string)),
    )
}

/** A list of at most `max` elements. The elements of a list that is too long are not checked. */
export function shortList<T extends z.ZodType>(label: string, max: number, tooMany: string, element: T) {
  const list = z.array(element, { error: `${label} must be a list` }).meta({ maxItems: max })
  return z.preprocess((value, context) => {
    const elements = readList(value)
    if (Array.isArray(elements) && elements.length > max) context.addIssue(tooMany)
    return elements
  }, list)
}

export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, { error: `${label} must be one of ${values.join(', ')}` })
}

/** One of `values`. Forms send it as text. */
export function oneOfNumbers(label: string, values: readonly number[]) {
  const message = `${label} must be one of ${values.join(', ')}`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : value),
    z
      .number({ error: message })
      .refine((value) => values.includes(value), message)
      .meta({ type: 'integer', enum: [...values] }),
  )
}

/** A whole number, or null if it is absent or empty. Forms send it as text. */
export function wholeNumberOrNull(label: string, from: number, to: number, unit: string) {
  const message = `${label} must be a whole number of ${unit} from ${from} to ${to}`
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value ?? null
    const digits = value.trim()
    return digits === '' ? null : /^\d{1,10}$/.test(digits) ? Number(digits) : value
  }, z.int({ error: message }).min(from, message).max(to, message).nullable())
}

/** A boolean. Forms send it as text. */
export function flag(label: string) {
  return z.preprocess(
    (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
    z.boolean({ error: `${label} must be true or false` }),
  )
}

/** An https URL, a path of this site, or empty. */
export function pictureUrl(label: string) {
  return text(label, urlLength).refine(
    (value) => value === '' || (value.startsWith('https://') && isWebUrl(value)) || isOwnPath(value),
    `${label} must be an address that begins with https:// or a path of this site`,
  )
}

/** Whether the text is an http or https URL that states its host. The URL parser reads `https:///x` as the host `x`. */
export function isWebUrl(text: string) {
  return /^https?:\/\/[^/\\?#]/i.test(text) && /[\p{L}\p{N}]/u.test(parseUrl(text)?.hostname ?? '')
}

/** Whether the path leads to this site. `/.//x` does not: its `pathname` is `//x`, which is a URL of the host `x`. */
function isOwnPath(path: string) {
  const url = path.startsWith('/') && parseUrl(path, placeholderOrigin)
  return url !== false && url?.origin === placeholderOrigin && !url.pathname.startsWith('//')
}

/** Returns the path if it belongs to this site, or else `fallback`. */
export function ownPath(path: unknown, fallback: string) {
  if (typeof path !== 'string' || !isOwnPath(path)) return fallback
  const { pathname, search } = new URL(path, placeholderOrigin)
  return pathname + search
}

/** A placeholder, not the origin of this site: the URL parser resolves paths only against an origin. */
const placeholderOrigin = 'http://own.invalid'

/** `YYYY-MM-DD`, or empty. */
export function plainDate(label: string) {
  const message = `${label} must be a date (YYYY-MM-DD)`
  return z
    .string({ error: message })
    .trim()
    .refine((value) => value === '' || z.iso.date().safeParse(value).success, { message, abort: true })
    .refine(isYearValid, { message, abort: true })
    .meta({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })
}

/** A local date and time without a time zone: `YYYY-MM-DDTHH:mm`. */
export function wallClock(label: string) {
  const message = `${label} must be a date and time (YYYY-MM-DDTHH:mm)`
  return z.preprocess(
    orEmpty,
    z
      .string({ error: message })
      .trim()
      .refine((value) => value !== '', { message: `${label} is required`, abort: true })
      .refine(
        (value) => value.length === 16 && localDateTime.safeParse(value).success && isYearValid(value),
        { message, abort: true },
      )
      .meta({ pattern: wallClockPattern }),
  )
}

export const wallClockPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$'

const localDateTime = z.iso.datetime({ local: true, precision: -1 })

/** PostgreSQL has no year 0. */
function isYearValid(date: string) {
  return !date.startsWith('0000')
}

type Rules = Record<string, z.ZodType>
type Changes<R extends Rules> = {
  [Field in keyof R]: R[Field] extends z.ZodDefault<infer Rule> ? Rule : R[Field]
}

/**
 * The schemas of a record from one list of its fields. `input` is for a new record: an absent field gets the default of
 * its rule, and a field whose rule has no default is required. `change` is for an edit: an absent field does not
 * change.
 */
export function recordSchemas<R extends Rules>(rules: R) {
  const entries = Object.entries(rules)
  const required = entries.map(([field, rule]) => [
    field,
    isOptional(rule) ? rule : z.preprocess(orEmpty, rule),
  ])
  const changes = entries.map(([field, rule]) => [field, isOptional(rule) ? rule.unwrap() : rule])
  return {
    fields: Object.keys(rules) as (keyof R & string)[],
    input: z.object(Object.fromEntries(required)) as unknown as z.ZodObject<R>,
    change: z.object(Object.fromEntries(changes) as Changes<R>).partial(),
  }
}

/** The schema of a form with some of the fields of a record. */
export function fieldsOf<R extends z.ZodRawShape>(
  schema: z.ZodObject<R>,
  names: readonly (keyof R & string)[],
) {
  const picked = Object.fromEntries(names.map((name) => [name, true]))
  return schema.pick(picked as never) as unknown as z.ZodType<Partial<z.infer<z.ZodObject<R>>>>
}

const isOptional = (rule: z.ZodType) => rule instanceof z.ZodDefault
