import { writeFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Writes app/emulators/parameters.json: JSON Schemas of the parameters of Stripe's API, derived from the types of the
 * `stripe` package. Parameters that are not in `supported` are listed as `unsupported`.
 */
export const file = 'app/emulators/parameters.json'

const supported = {
  'Stripe.CustomerCreateParams': ['email', 'metadata'],
  'Stripe.CustomerListParams': ['email', 'limit', 'starting_after'],
  'Stripe.CustomerRetrieveParams': [],
  'Stripe.CustomerUpdateParams': ['email', 'invoice_settings.default_payment_method'],
  'Stripe.Checkout.SessionCreateParams': [
    'mode',
    'customer',
    'client_reference_id',
    'metadata',
    'line_items.price',
    'line_items.quantity',
    'subscription_data.trial_period_days',
    'subscription_data.metadata',
    'currency',
    'success_url',
    'cancel_url',
  ],
  'Stripe.Checkout.SessionRetrieveParams': ['expand'],
  'Stripe.Checkout.SessionExpireParams': [],
  'Stripe.SubscriptionListParams': ['customer', 'status', 'limit', 'starting_after'],
  'Stripe.SubscriptionRetrieveParams': [],
  'Stripe.SubscriptionUpdateParams': ['cancel_at_period_end', 'cancel_at', 'default_payment_method'],
  'Stripe.SubscriptionResumeParams': [],
  'Stripe.InvoiceListParams': ['subscription', 'limit', 'starting_after'],
  'Stripe.InvoicePayParams': ['payment_method'],
}

export function schemasText() {
  const { checker, types } = readTypes(Object.keys(supported))
  const schemas = Object.entries(supported).map(([name, paths]) => [
    name.replace('Stripe.', ''),
    objectSchema(checker, types[name], paths),
  ])
  return `${print(Object.fromEntries(schemas))}\n`
}

/** Formats JSON with as many values on a line as fit into 120 characters. */
function print(value, indent = '') {
  const line = JSON.stringify(value)
  if (indent.length + line.length <= 118 || typeof value !== 'object') return line
  const inner = `${indent} `
  if (Array.isArray(value))
    return `[\n${wrap(
      value.map((one) => print(one, inner)),
      inner,
    )}\n${indent}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}:${print(member, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

function wrap(parts, indent) {
  const lines = ['']
  for (const part of parts) {
    if (lines.at(-1) && indent.length + lines.at(-1).length + part.length > 117) lines.push('')
    lines[lines.length - 1] += `${part},`
  }
  return lines
    .map((line) => indent + line)
    .join('\n')
    .replace(/,$/, '')
}

/** Resolves the names to types of the TypeScript compiler. */
function readTypes(names) {
  const source = `import type Stripe from 'stripe'\n${names
    .map((name, at) => `export type T${at} = ${name}\n`)
    .join('')}`
  const options = {
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const path = `${process.cwd()}/emulator-types.ts`
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const checker = program.getTypeChecker()
  const aliases = program.getSourceFile(path).statements.filter(ts.isTypeAliasDeclaration)
  const types = aliases.map((alias, at) => [names[at], checker.getTypeAtLocation(alias)])
  return { checker, types: Object.fromEntries(types) }
}

function objectSchema(checker, type, paths) {
  const all = checker.getPropertiesOfType(type)
  const supportedProperties = all.filter(
    ({ name }) => !paths || paths.some((path) => path.split('.')[0] === name),
  )
  const unsupported = all
    .filter((property) => !supportedProperties.includes(property))
    .map(({ name }) => name)
  const required = supportedProperties
    .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => name)
  const properties = supportedProperties.map((property) => [
    property.name,
    schemaOf(checker, checker.getTypeOfSymbol(property), innerPaths(paths, property.name)),
  ])
  const index = type.getStringIndexType()
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(index && { additionalProperties: schemaOf(checker, index) }),
    ...(unsupported.length > 0 && { unsupported: unsupported.sort() }),
  }
}

/** The paths below `name`. Undefined means that all properties are supported. */
function innerPaths(paths, name) {
  const inner = paths
    ?.filter((path) => path.startsWith(`${name}.`))
    .map((path) => path.slice(name.length + 1))
  return inner?.length > 0 ? inner : undefined
}

function schemaOf(checker, type, paths) {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & ts.TypeFlags.Undefined),
  )
  const literals = parts.filter((part) => part.isStringLiteral()).map(({ value }) => value)
  const rest = parts.filter((part) => !part.isStringLiteral() && !isAnyOtherString(part, literals))
  const schemas = unique([
    ...(literals.length > 0 ? [{ enum: literals.sort() }] : []),
    ...rest.map((part) => schemaOfOne(checker, part, paths)),
  ])
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

/** In `'a' | 'b' | OtherString` the package's types allow any string, but Stripe accepts only 'a' and 'b'. */
function isAnyOtherString(part, literals) {
  return literals.some((value) => value !== '') && part.isIntersection()
}

function schemaOfOne(checker, type, paths) {
  const { flags } = type
  if (flags & ts.TypeFlags.Null) return { enum: [''] }
  if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' }
  if (flags & ts.TypeFlags.NumberLike) return { type: 'integer' }
  if (flags & ts.TypeFlags.EnumLiteral) return { enum: [type.value] }
  if (flags & ts.TypeFlags.StringLike || type.isIntersection()) return { type: 'string' }
  if (checker.isArrayType(type))
    return { type: 'array', items: schemaOf(checker, checker.getTypeArguments(type)[0], paths) }
  return objectSchema(checker, type, paths)
}

/** Removes duplicates: the compiler has separate types for true and false, and null and '' are the same to Stripe. */
function unique(schemas) {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, schemasText())
