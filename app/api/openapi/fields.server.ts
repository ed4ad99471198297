import type { JsonSchema } from '~/api/calls/json-schema.server'

/** A field of a body, a parameter or an object, as the reference shows it. */
export type Field = {
  name: string
  /** Such as `text` and `list of`, followed by `link` and `limits`. */
  noun: string
  /** The object that the field has, alone or in a list. */
  link: { id: string; name: string } | null
  limits: string
  /** The values that it can have. */
  values: string[]
  isRequired: boolean
  text: string
}

/** The fields of an object with those of the objects in it, such as `emails[].label`. */
export function fieldsOf(schema: JsonSchema, anchorOf: (name: string) => string, prefix = ''): Field[] {
  const { properties = {}, required = [], additionalProperties } = schema
  return Object.entries(properties).flatMap(([name, property]) => {
    const { inner, suffix } = innermost(property)
    const link = inner.$ref?.split('/').at(-1)
    const field = {
      name: `${prefix}${name}`,
      noun: nounOf(withoutNull(property)),
      link: link ? { id: anchorOf(link), name: link } : null,
      limits: limitsOf(property),
      values: (inner.enum ?? []).map((value) => (value === '' ? "''" : String(value))),
      // Objects of a response have no other fields, and all of theirs but a few are always there.
      isRequired: additionalProperties === undefined && required.includes(name),
      text: textOf(property),
    }
    return [field, ...fieldsOf(inner, anchorOf, `${prefix}${name}${suffix}.`)]
  })
}

/** The schema without null and lists. `suffix` has a pair of brackets for each list. */
function innermost(schema: JsonSchema): { inner: JsonSchema; suffix: string } {
  const value = withoutNull(schema)
  if (!value.items) return { inner: value, suffix: '' }
  const { inner, suffix } = innermost(value.items)
  return { inner, suffix: `[]${suffix}` }
}

const withoutNull = (schema: JsonSchema) =>
  (isNullable(schema) && schema.anyOf?.find(({ type }) => type !== 'null')) || schema

const isNullable = ({ anyOf, type }: JsonSchema) =>
  anyOf?.some((part) => part.type === 'null') || (Array.isArray(type) && type.includes('null'))

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'instant',
  date: 'day',
  'idn-email': 'email address',
  password: 'password',
  uri: 'URL',
  binary: 'file',
}
const patterns: Record<string, string> = {
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$': 'date and time, YYYY-MM-DDTHH:mm',
  '^(\\d{4}-\\d{2}-\\d{2})?$': "day, YYYY-MM-DD, or ''",
}
const nouns: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

function nounOf({ $ref, anyOf, type, format = '', pattern = '', items }: JsonSchema): string {
  if ($ref) return ''
  if (anyOf) return anyOf.map(nounOf).join(' or ')
  if (items) return `list of ${elementOf(items)}`.trim()
  const name = [type].flat().find((one) => one !== 'null') ?? ''
  return formats[format] ?? patterns[pattern] ?? nouns[name] ?? 'any value'
}

/** Such as `text, at most 50 characters` and `text or null`. */
function elementOf(items: JsonSchema) {
  const limits = limitsOf(items)
  return nounOf(withoutNull(items)) + (limits === 'or null' ? ` ${limits}` : limits && `, ${limits}`)
}

/** Such as `1 to 100 characters`, `at most 10 elements` and `1 to 3,650, or null`. */
function limitsOf(schema: JsonSchema) {
  const value = withoutNull(schema)
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = value
  const limits = [
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'element'),
    minimum !== undefined && maximum !== undefined
      ? `${numeral(minimum)} to ${numeral(maximum)}`
      : minimum !== undefined && `at least ${numeral(minimum)}`,
  ]
  return [...(value.enum ? [] : limits), isNullable(schema) && 'or null'].filter(Boolean).join(', ')
}

function range(from: number | undefined, to: number | undefined, unit: string) {
  const units = (count: number) => `${numeral(count)} ${unit}${count === 1 ? '' : 's'}`
  if (from && to) return `${numeral(from)} to ${units(to)}`
  if (to) return `at most ${units(to)}`
  return from ? `at least ${units(from)}` : ''
}

const numeral = (value: number) => value.toLocaleString('en')

/** What the schema says in words, and the default if it is a value of its own. */
function textOf({ description = '', default: value }: JsonSchema) {
  const isShown = value !== undefined && typeof value !== 'object' && value !== ''
  return [description, isShown && `Default: ${value}`].filter(Boolean).join('. ')
}
