/** A property of a card or of a component of a calendar. */
export type ContentLine = {
  /** In capitals, without its group. */
  name: string
  parameters: Map<string, string>
  value: string
}

const line = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s
const parameter = /;([\w-]+)=?((?:"[^"]*"|[^";])*)/g

/** The properties of each component of that name, without those of components in it. */
export function linesOf(content: string, component: string): ContentLine[][] {
  const found: ContentLine[][] = []
  const open: (ContentLine[] | undefined)[] = []
  for (const text of content.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const parsed = readLine(text)
    if (parsed?.name === 'BEGIN') {
      const lines: ContentLine[] | undefined = parsed.value.toUpperCase() === component ? [] : undefined
      if (lines) found.push(lines)
      open.push(lines)
    } else if (parsed?.name === 'END') open.pop()
    else if (parsed) open.at(-1)?.push(parsed)
  }
  return found
}

function readLine(text: string): ContentLine | undefined {
  const [, name, parameters = '', value = ''] = line.exec(text) ?? []
  if (name === undefined) return undefined
  const pairs = [...parameters.matchAll(parameter)].map(
    ([, key = '', value = '']) => [key.toUpperCase(), value.replaceAll('"', '')] as const,
  )
  return { name: name.toUpperCase(), parameters: new Map(pairs), value: unescaped(value) }
}

const unescaped = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, char) => (/n/i.test(char) ? '\n' : char))
