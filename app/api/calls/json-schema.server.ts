import { z } from 'zod'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  required?: string[]
  anyOf?: JsonSchema[]
}

type Definitions = Record<string, JsonSchema>

/**
 * The JSON Schema of what a client sends (`input`) or gets (`output`). Schemas with an `id` are added to `definitions`.
 * Output objects have no other properties.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', definitions: Definitions) {
  // In a property, a schema with an id is a reference like any other.
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema),
  }) as { properties?: Definitions; $defs?: Definitions }
  for (const [name, definition] of Object.entries($defs)) definitions[name] = withReferences(definition)
  return withReferences(properties.schema ?? {})
}

/** A JSON Schema with its own definitions, for a program that gets it without the document. */
export function standaloneSchemaOf(schema: z.ZodObject, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema),
  })
  return { ...json, type: 'object' as const }
}

/** Adds defaults that zod leaves out, and removes what says nothing to a reader. */
function simplify(schema: z.core.$ZodType, json: JsonSchema & { id?: string }) {
  delete json.id
  if (schema instanceof z.core.$ZodDefault) json.default ??= schema._zod.def.defaultValue
  // An empty text stands for an absent value, which no enumeration or format allows.
  if (json.default === '' && (json.enum || json.format)) delete json.default
  if (json.format) delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

const withReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
