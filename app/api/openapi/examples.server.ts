import type { JsonSchema } from '~/api/calls/json-schema.server'
import type { GuideExample } from './guide.server'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schemas = Record<string, JsonSchema>
type Example = { value: Json; schema: JsonSchema }

/** In the examples of `docs/api/`, stands for the other fields of an object. */
const others = '…'
const sampleId = '019a9f6e-30c4-7d0e-9a3c-2b1f0a6c7e21'

/** By format. */
const samples: Record<string, string> = {
  uuid: sampleId,
  date: '2026-11-20',
  'date-time': '2026-11-20T12:00:00.000Z',
}

export const responseOf = ({ response }: GuideExample): Json => JSON.parse(response)

/** The JSON body of a command, with an id for each shell variable. */
export function requestOf({ request }: GuideExample): Json | undefined {
  const [, body] = / -d '(\{.*\})'/s.exec(request) ?? []
  return body && JSON.parse(body.replace(/'\$[A-Z]+'/g, sampleId))
}

/** Returns a function that adds the fields that an example leaves out: those of a complete example, or samples. */
export function exampleCompleter(schemas: Schemas, examples: Example[]) {
  const known = new Map<string, Json>()
  for (const { value, schema } of examples) collect(value, schema)
  return complete

  function collect(value: Json, schema: JsonSchema = {}) {
    const { name, properties = {}, items } = resolve(schema)
    if (Array.isArray(value)) for (const element of value) collect(element, items)
    else if (isObject(value)) {
      if (name && !(others in value) && !known.has(name)) known.set(name, value)
      for (const [field, part] of Object.entries(value)) collect(part, properties[field])
    }
  }

  function complete(value: Json, schema: JsonSchema = {}): Json {
    const { name, properties = {}, items, required = [] } = resolve(schema)
    if (Array.isArray(value)) return value.map((element) => complete(element, items))
    if (!isObject(value)) return value
    const { [others]: isPart, ...given } = value
    const missing = isPart ? required.filter((field) => !(field in given)) : []
    const example = exampleOf(name)
    const added = missing.map((field) => {
      const value = example?.[field]
      return [field, value === undefined ? sampleOf(properties[field]) : complete(value, properties[field])]
    })
    const shown = Object.entries(given).map(([field, part]) => [field, complete(part, properties[field])])
    return Object.fromEntries([...shown, ...added])
  }

  /** A record in a list has the fields of the record and more. */
  function exampleOf(name = '') {
    return (known.get(name) ?? known.get(name.replace('Listed', ''))) as Record<string, Json> | undefined
  }

  function sampleOf(schema: JsonSchema = {}): Json {
    const resolved = resolve(schema)
    const {
      isNullable,
      type,
      format = '',
      enum: values,
      properties = {},
      required = [],
      minimum = 0,
    } = resolved
    if (isNullable) return null
    if (values) return values[0] as Json
    if (type === 'array') return []
    if (type === 'integer') return minimum
    if (type === 'boolean') return false
    if (type !== 'object') return samples[format] ?? ''
    return Object.fromEntries(required.map((field) => [field, sampleOf(properties[field])]))
  }

  /** The schema without references and null. `name` is that of the component. */
  function resolve(schema: JsonSchema): JsonSchema & { name?: string; isNullable?: boolean } {
    const name = schema.$ref?.split('/').at(-1)
    if (name) return { ...schemas[name], name }
    const parts = schema.anyOf?.filter(({ type }) => type !== 'null')
    return parts?.[0]
      ? { ...resolve(parts[0]), isNullable: parts.length < (schema.anyOf?.length ?? 0) }
      : schema
  }
}

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
