import { EmulatorError } from './errors.server'
import schemas from './parameters.json'

/** The part of JSON Schema that Stripe's parameter types need. */
type Schema = {
  type?: 'string' | 'integer' | 'boolean' | 'object' | 'array'
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
  /** Names of Stripe's parameters that the emulator does not support. */
  unsupported?: string[]
}

type Form = { [name: string]: Form | string }

export const schemaOf = (name: keyof typeof schemas): Schema => schemas[name] as Schema

/** Parses a form such as `a[b][0]=c` to a tree of strings. */
export function readForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[')
    const keys = [first, ...rest.map((key) => key.replace(/\]$/, ''))]
    const last = keys.pop() ?? ''
    const branch = keys.reduce((form, key) => {
      const inner = form[key]
      const next = typeof inner === 'object' ? inner : emptyForm()
      form[key] = next
      return next
    }, form)
    branch[last] = value
  }
  return form
}

/** Has no prototype, so that a parameter such as `constructor` is not found. */
const emptyForm = (): Form => Object.create(null)

/** Converts strings to the types of the schema. Throws Stripe's error for an invalid parameter. */
export function coerce(schema: Schema, value: Form | string, path = ''): unknown {
  const choices = schema.anyOf ?? [schema]
  const tree = choices.find(({ type }) => type === 'object' || type === 'array')
  const scalars = choices.filter((choice) => choice !== tree)
  if (typeof value === 'string') {
    if (scalars.length > 0) return coerceScalar(scalars, value, path)
    throw invalid(`Invalid ${tree?.type}`, path, `parameter_invalid_${tree?.type}`)
  }
  if (!tree) throw invalid('Invalid string', path, 'parameter_invalid_string')
  return tree.items ? coerceList(tree.items, value, path) : coerceObject(tree, value, path)
}

function coerceScalar(choices: Schema[], value: string, path: string) {
  const choice = choices.find((one) => isValid(one, value))
  if (choice?.type === 'integer') return Number(value)
  if (choice) return choice.type === 'boolean' ? value === 'true' : value
  if (choices.some(({ type }) => type === 'integer'))
    throw invalid(`Invalid integer: ${value}`, path, 'parameter_invalid_integer')
  const allowed = choices.flatMap((one) => one.enum ?? [])
  if (allowed.length > 0) throw invalid(`Invalid ${path}: must be one of ${allowed.join(', ')}`, path)
  throw value === ''
    ? invalid(`You passed an empty string for '${path}'`, path, 'parameter_invalid_empty')
    : invalid(`Invalid boolean: ${value}`, path)
}

function isValid(schema: Schema, value: string) {
  if (schema.enum) return schema.enum.includes(value)
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(value)
  if (schema.type === 'boolean') return value === 'true' || value === 'false'
  return value !== ''
}

function coerceObject(schema: Schema, form: Form, path: string) {
  const missingName = schema.required?.find((name) => !(name in form))
  if (missingName) {
    const param = paramPath(path, missingName)
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  const entries = Object.entries(form).map(([name, value]) => {
    const param = paramPath(path, name)
    return [name, coerce(memberSchema(schema, name, param), value, param)]
  })
  return Object.fromEntries(entries)
}

function memberSchema(
  { properties = {}, additionalProperties, unsupported }: Schema,
  name: string,
  param: string,
) {
  const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
  if (schema) return schema
  if (unsupported?.includes(name))
    throw invalid(`The emulator does not support this parameter: ${param}`, param)
  throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
}

function coerceList(items: Schema, form: Form, path: string) {
  const isList = Object.keys(form).every((key) => /^\d*$/.test(key))
  if (!isList) throw invalid('Invalid array', path, 'parameter_invalid_array')
  return Object.entries(form).map(([key, value]) => coerce(items, value, paramPath(path, key)))
}

const paramPath = (path: string, name: string) => (path ? `${path}[${name}]` : name)

const invalid = (message: string, param: string, code?: string) =>
  new EmulatorError(400, message, { param, ...(code && { code: code as never }) })
