import type { JsonSchema } from './json-schema.server'

/** A field of a body, a parameter or an object, as the reference shows it. */
export type Field = {
  name: string
  type: string
  /** The object that the field has. */
  link: { id: string; name: string } | null
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
      type: typeOf(property),
      link: link ? { id: anchorOf(link), name: link } : null,
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

const withoutNull = (schema: JsonSchema) => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

const isNullable = ({ anyOf, type }: JsonSchema) =>
  anyOf?.some((part) => part.type === 'null') || (Array.isArray(type) && type.includes('null'))

/** Such as `text, 1 to 100 characters`, `list of text, at most 10` and `whole number, 1 to 3650, or null`. */
function typeOf(schema: JsonSchema): string {
  const value = withoutNull(schema)
  const parts = [nounOf(value), limitsOf(value), isNullable(schema) && 'or null']
  return parts.filter(Boolean).join(', ')
}

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'instant',
  date: 'day',
  email: 'email address',
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

function nounOf({ $ref, type, format = '', pattern = '', items }: JsonSchema): string {
  if ($ref) return ''
  if (items) return `list of ${typeOf(items) || 'elements'}`
  const name = [type].flat().find((one) => one !== 'null') ?? ''
  return formats[format] ?? patterns[pattern] ?? nouns[name] ?? 'any value'
}

function limitsOf(schema: JsonSchema) {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  if (schema.enum) return ''
  return [
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'element'),
    minimum !== undefined && maximum !== undefined
      ? `${numeral(minimum)} to ${numeral(maximum)}`
      : minimum !== undefined && `at least ${numeral(minimum)}`,
  ]
    .filter(Boolean)
    .join(', ')
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
  const isShown = value !== undefined && value !== null && value !== '' && String(value) !== ''
  return [description, isShown && `Default: ${value}`].filter(Boolean).join('. ')
}
