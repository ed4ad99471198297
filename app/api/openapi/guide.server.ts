import contents from '../../../docs/api.md?raw'

const files = import.meta.glob<string>('../../../docs/api/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** A command with its response, as `docs/api/` shows it and its test runs it. */
export type GuideExample = { caption: string; request: string; response: string }
type Call = { call: string; description: string; examples: GuideExample[] }
export type Section = { title: string; text: string; calls: Call[] }

/** The texts of the files of each section. `docs/api.md` lists them: an item is a section, which its first file names. */
export const guideTexts = contents
  .split(/^- /m)
  .slice(1)
  .map((item) =>
    [...item.matchAll(/\]\((api\/[\w-]+\.md)\)/g)].map(([, path]) => files[`../../../docs/${path}`] ?? ''),
  )

/**
 * Reads the text and the examples of the API from `docs/api/`, their only source: sections (`#`), and in them calls
 * (`##` with method and path).
 */
export function readGuide() {
  return guideTexts.map(readSection)
}

function readSection([first = '', ...others]: string[]): Section {
  const [head = '', ...callsOfFirst] = partsOf(first)
  const calls = [...callsOfFirst, ...others.flatMap((text) => partsOf(text).slice(1))]
  const { title, rest } = titled(head.replace('# ', ''))
  return { title, text: readBlocks(rest).description, calls: calls.map(readCall) }
}

/** Links to headings of these files lead to the reference, and links to other files lose their target. */
const partsOf = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1')
    .replace(/\]\((?:[\w-]+\.md)?#/g, '](/developers#')
    .split(/^## /m)

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
