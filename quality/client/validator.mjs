import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Generates a validator from the OpenAPI document, in the strict mode of Ajv, and lets it fill in the defaults of each
 * query and body and judge the responses of a new account. Resolves to the problems.
 */
export async function validate(url) {
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const ajv = addFormats.default(
    new Ajv2020({
      strict: 'log',
      strictTypes: false,
      useDefaults: true,
      allErrors: true,
      logger: { log() {}, warn: complain, error: complain },
    }),
  )
  const problems = []
  function complain(text) {
    if (!problems.includes(text)) problems.push(text)
  }
  // Of OpenAPI, not of JSON Schema.
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'example'])
  ajv.addFormat('binary', true).addFormat('idn-email', /^[^@\s]+@[^@\s]+$/)
  ajv.addSchema(document, 'openapi', false, false)
  const validatorOf = (schema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')))
  const cookie = await signIn(url)
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const call = `${method} ${path}`
      const query = (operation.parameters ?? []).filter(({ in: place }) => place === 'query')
      for (const { name, schema } of query) {
        const validator = validatorOf({ type: 'object', properties: { value: schema } })
        if (!validator({})) complain(`${call} ${name}: ${ajv.errorsText(validator.errors)}`)
      }
      const body = operation.requestBody?.content['application/json']
      if (body?.example && !validatorOf(body.schema)(structuredClone(body.example)))
        complain(`${call}: its example of a body is refused`)
      const response = operation.responses[200]?.content?.['application/json']
      const isOpen = operation.security.length === 0 || operation.security.some(({ session }) => session)
      if (
        method !== 'get' ||
        path.includes('{') ||
        !response ||
        !isOpen ||
        path.startsWith('/admin') ||
        query.some(({ required }) => required)
      )
        continue
      const answer = await fetch(`${url}/api/v1${path}`, { headers: { Cookie: cookie } })
      const validator = validatorOf(response.schema)
      if (answer.status === 200 && !validator(await answer.json()))
        complain(`${call}: ${ajv.errorsText(validator.errors)}`)
    }
  return problems
}

async function signIn(url) {
  const send = (path, body) =>
    fetch(`${url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = { Email: 'validator@example.org', Password: 'four green leaves' }
  await send('register', { Firstname: 'Ada', ...account })
  return (await send('login', account)).headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}
