import { failure } from './failure.server'
import schemas from './parameters.json'

/** The part of JSON Schema that the packages' parameter types need. */
export type Schema = {
  type?: 'string' | 'integer' | 'boolean' | 'object' | 'array'
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
  /** What Stripe takes and the stand-in does not play. */
  unplayed?: string[]
}

export type Form = { [name: string]: Form | string }

export const schemaOf = (name: keyof typeof schemas): Schema => schemas[name] as Schema

/** `a[b][0]=c` as a tree of texts. */
export function readForm(text: string): Form {
  const form = branch()
  for (const [name, value] of new URLSearchParams(text)) put(form, keysOf(name), value)
  return form
}

const branch = (): Form => Object.create(null)

function keysOf(name: string) {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((key) => key.replace(/\]$/, ''))]
}

/** A key without a name is the next of a list. */
function put(form: Form, keys: string[], value: string) {
  const [key = '', ...rest] = keys
  const name = key === '' ? String(Object.keys(form).length) : key
  if (rest.length === 0) form[name] = value
  else {
    const held = form[name]
    const inner = typeof held === 'object' ? held : branch()
    form[name] = inner
    put(inner, rest, value)
  }
}

/** Texts of a form as the values that their types ask for; what does not fit is refused in Stripe's words. */
export function typed(schema: Schema, value: Form | string, path = ''): unknown {
  const choices = (schema.anyOf ?? [schema]).filter(
    (choice) => isTree(choice) === (typeof value === 'object'),
  )
  if (typeof value === 'object') return typedTree(choices[0], value, path)
  if (choices.length === 0)
    throw invalid(`Invalid ${kindOf(schema)}`, path, `parameter_invalid_${kindOf(schema)}`)
  const fitting = choices.find((choice) => fits(choice, value))
  if (!fitting) throw refusal(choices, value, path)
  if (fitting.type === 'integer') return Number(value)
  return fitting.type === 'boolean' ? value === 'true' : value
}

const kindOf = ({ type, anyOf = [] }: Schema) =>
  type === 'array' || anyOf[0]?.type === 'array' ? 'array' : 'object'
const isTree = ({ type }: Schema) => type === 'object' || type === 'array'

function fits(schema: Schema, value: string) {
  if (schema.enum) return schema.enum.includes(value)
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(value)
  if (schema.type === 'boolean') return value === 'true' || value === 'false'
  return value !== ''
}

function refusal(choices: Schema[], value: string, path: string) {
  const types = choices.map(({ type }) => type)
  if (types.includes('integer'))
    return invalid(`Invalid integer: ${value}`, path, 'parameter_invalid_integer')
  if (types.includes('boolean')) return invalid(`Invalid boolean: ${value}`, path)
  const allowed = choices.flatMap((choice) => choice.enum ?? [])
  if (allowed.length > 0) return invalid(`Invalid ${path}: must be one of ${allowed.join(', ')}`, path)
  return invalid(
    `You passed an empty string for '${path}', which cannot be unset`,
    path,
    'parameter_invalid_empty',
  )
}

function invalid(message: string, param: string, code?: string) {
  return failure(400, message, { param, ...(code && { code: code as never }) })
}

function typedTree(schema: Schema | undefined, form: Form, path: string) {
  if (!schema) throw invalid('Invalid string', path, 'parameter_invalid_string')
  if (schema.type === 'array') return typedList(schema, form, path)
  for (const name of schema.required ?? []) {
    if (!(name in form))
      throw invalid(`Missing required param: ${below(path, name)}.`, below(path, name), 'parameter_missing')
  }
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typed(member(schema, name, path), value, below(path, name)),
    ]),
  )
}

function typedList(schema: Schema, form: Form, path: string) {
  const isList = Object.keys(form).every((key) => /^\d+$/.test(key))
  if (!isList || !schema.items) throw invalid('Invalid array', path, 'parameter_invalid_array')
  const { items } = schema
  return Object.entries(form).map(([key, value]) => typed(items, value, below(path, key)))
}

const memberOf = ({ properties = {}, additionalProperties }: Schema, name: string) =>
  Object.hasOwn(properties, name) ? properties[name] : additionalProperties

function member(schema: Schema, name: string, path: string) {
  const known = memberOf(schema, name)
  if (known) return known
  const param = below(path, name)
  if (schema.unplayed?.includes(name))
    throw invalid(`The stand-in does not play this parameter: ${param}`, param)
  throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
}

const below = (path: string, name: string) => (path ? `${path}[${name}]` : name)

/** The same schemas for a body that is JSON: what is wrong with it, or nothing. */
export function complaint(schema: Schema, value: unknown, path = ''): string | undefined {
  const choices = schema.anyOf ?? [schema]
  const complaints = choices.map((choice) => complaintOfOne(choice, value, path))
  return complaints.includes(undefined) ? undefined : complaints[0]
}

function complaintOfOne(schema: Schema, value: unknown, path: string): string | undefined {
  if (schema.enum)
    return schema.enum.includes(String(value)) ? undefined : `'${path}' is not one of its values.`
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return `'${path}' is not a list.`
    return value.map((item, at) => complaint(schema.items ?? {}, item, `${path}[${at}]`)).find(Boolean)
  }
  if (schema.type === 'object') return complaintOfObject(schema, value, path)
  const type = schema.type === 'integer' ? 'number' : schema.type
  return type === undefined || typeof value === type || (value === null && path !== '')
    ? undefined
    : `'${path}' is not a ${type}.`
}

function complaintOfObject(schema: Schema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `'${path}' is not an object.`
  const lacking = schema.required?.find((name) => !(name in value))
  if (lacking) return `'${below(path, lacking)}' is missing.`
  return Object.entries(value)
    .map(([name, inner]) => {
      const known = memberOf(schema, name)
      return known ? complaint(known, inner, below(path, name)) : `'${below(path, name)}' is unknown.`
    })
    .find(Boolean)
}
