import { marked } from 'marked'
import type { OperationObject, openApi, Parameter } from './document.server'
import { type Field, fieldsOf } from './fields.server'
import { anchorOf, type GuideExample } from './guide.server'
import type { Response } from './parts.server'

type Document = ReturnType<typeof openApi>

type Chapter = { id: string; title: string; html: string }
export type ReferenceCall = {
  id: string
  method: string
  path: string
  summary: string
  html: string
  access: string
  parameters: Field[]
  /** The call whose body has the same fields, all of which are required less. */
  sameAs: { id: string; call: string } | null
  body: Field[]
  bodyTypes: string
  success: { status: string; fields: Field[]; types: string }
  errors: string[]
  examples: (Omit<GuideExample, 'caption'> & { html: string })[]
}

export type Reference = ReturnType<typeof referenceOf>

/** What the reference page shows of the OpenAPI document. */
export function referenceOf(document: Document) {
  const [, ...chapters] = document.info.description.split(/^## /m)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = document.tags.map(({ name, description }) => ({
    ...chapterOf(name, description),
    calls: calls
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => callOf(document, path, method, operation)),
  }))
  const objects = Object.entries(document.components.schemas)
    .filter(([name]) => !name.endsWith('Body'))
    .map(([name, schema]) => ({
      id: objectAnchor(name),
      name,
      html: marked.parseInline(schema.description ?? '', { async: false }),
      values: schema.enum?.map(String) ?? [],
      fields: fieldsOf(schema, objectAnchor),
    }))
  return {
    chapters: chapters.map((chapter) =>
      chapterOf(chapter.slice(0, chapter.indexOf('\n')), afterTitle(chapter)),
    ),
    tags,
    objects,
  }
}

/** The chapters, calls and objects with all words of a search. Links of their texts lead to the whole reference. */
export function filterReference({ chapters, tags, objects }: Reference, search: string): Reference {
  const words = search.toLowerCase().split(/\s+/)
  const has = (...texts: string[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = {
    chapters: chapters.filter(({ title, html }) => has(title, html.replace(/<[^>]*>/g, ''))),
    tags: tags
      .map((tag) => ({
        ...tag,
        calls: tag.calls.filter(({ method, path, summary }) => has(`${method} ${path}`, summary)),
      }))
      .filter(({ calls }) => calls.length > 0),
    objects: objects.filter(({ name, fields }) => has(name, ...fields.map((field) => field.name))),
  }
  return JSON.parse(JSON.stringify(found).replaceAll('href=\\"#', 'href=\\"/developers#'))
}

const afterTitle = (text: string) => text.slice(text.indexOf('\n'))
const objectAnchor = (name: string) => `object-${name.toLowerCase()}`
const chapterOf = (title: string, text: string): Chapter => ({
  id: anchorOf(title),
  title,
  html: htmlOf(text),
})

/** The texts are those of `docs/api/`. Their links lead to this page, and wide code scrolls by the keyboard too. */
const htmlOf = (markdown: string) =>
  marked
    .parse(markdown.replaceAll('](/developers#', '](#'), { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')

function callOf(document: Document, path: string, method: string, operation: OperationObject): ReferenceCall {
  const call = `${method.toUpperCase()} ${path}`
  const [status = '', response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = response as Response
  const types = Object.keys(operation.requestBody?.content ?? {})
  const sameAs = sameBodyAs(document, path, method, operation)
  return {
    id: anchorOf(call),
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    html: htmlOf(operation.description),
    access: operation['x-access'],
    parameters: fieldsOf(asObject(document, operation.parameters), objectAnchor),
    sameAs,
    body: sameAs ? [] : fieldsOf(bodyOf(document, operation) ?? {}, objectAnchor),
    bodyTypes: types.includes('application/json') || types.length === 0 ? '' : types.join(', '),
    success: {
      status: `${status} ${response && 'description' in response ? response.description : ''}`,
      fields: fieldsOf(content['application/json']?.schema ?? {}, objectAnchor),
      types:
        content['application/json']?.schema.format === 'binary' || !content['application/json']
          ? Object.keys(content).join(', ')
          : '',
    },
    errors: Object.keys(operation.responses).filter((status) => status >= '300'),
    examples: operation['x-examples'].map(({ caption, ...example }) => ({
      ...example,
      html: htmlOf(caption),
    })),
  }
}

/** The parameters of the path and the query, as the properties of an object. */
function asObject({ components }: Document, parameters: OperationObject['parameters']) {
  const all = parameters.map((parameter) =>
    '$ref' in parameter
      ? components.parameters[parameter.$ref.split('/').at(-1) as keyof typeof components.parameters]
      : parameter,
  ) as Parameter[]
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
    ),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  }
}

function bodyOf({ components }: Document, { requestBody }: OperationObject) {
  const [content] = Object.values(requestBody?.content ?? {}).slice(-1)
  const name = content?.schema.$ref?.split('/').at(-1)
  return name ? components.schemas[name] : content?.schema
}

/** A PATCH of a record has the fields of the POST of its list. */
function sameBodyAs(document: Document, path: string, method: string, operation: OperationObject) {
  const list = path.replace(/\/\{id\}$/, '')
  const post = document.paths[list]?.post
  if (method !== 'patch' || list === path || !post) return null
  const [fields, others] = [bodyOf(document, operation), bodyOf(document, post)].map((body) =>
    Object.keys(body?.properties ?? {}).join(),
  )
  const call = `POST ${list}`
  return fields && fields === others ? { id: anchorOf(call), call } : null
}
