import source from '../../../docs/api.md?raw'

/** A command with its response, as `docs/api.md` shows it and its test runs it. */
export type GuideExample = { caption: string; request: string; response: string }
type Call = { call: string; description: string; examples: GuideExample[] }
export type Section = { title: string; text: string; calls: Call[] }

/**
 * Reads the text and the examples of the API from `docs/api.md`, their only source: sections (`##`), and in them calls
 * (`###` with method and path). Links to other files lose their target, and those to headings lead to the reference.
 */
export function readGuide() {
  const text = source.replace(/\[([^\]]+)\]\([\w-]+\.md[^)]*\)/g, '$1').replace(/\]\(#/g, '](/developers#')
  const [, ...sections] = text.split(/^## /m)
  return sections.map(readSection)
}

function readSection(section: string): Section {
  const [head = '', ...calls] = section.split(/^### /m)
  const { title, rest } = titled(head)
  return { title, text: readBlocks(rest).description, calls: calls.map(readCall) }
}

function readCall(text: string): Call {
  const { title, rest } = titled(text)
  return { call: title, ...readBlocks(rest) }
}

const titled = (text: string) => ({
  title: text.slice(0, text.indexOf('\n')).trim(),
  rest: text.slice(text.indexOf('\n')),
})

const example = /```sh\n(.*?)```\n```json\n(.*?)```/gs

/** The paragraphs, and the examples. A paragraph before an example that ends with a colon is the caption of it. */
function readBlocks(text: string) {
  const examples: GuideExample[] = []
  const paragraphs: string[] = []
  let end = 0
  for (const match of text.matchAll(example)) {
    const [whole, request = '', response = ''] = match
    const before = paragraphsOf(text.slice(end, match.index))
    const caption = before.at(-1)?.endsWith(':') ? (before.pop() ?? '') : ''
    paragraphs.push(...before)
    examples.push({ caption, request: request.trim(), response: response.trim() })
    end = match.index + whole.length
  }
  paragraphs.push(...paragraphsOf(text.slice(end)))
  return { description: paragraphs.join('\n\n'), examples }
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** The fragment of a heading, as GitHub makes it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
