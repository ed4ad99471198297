import { readFileSync } from 'node:fs'

const sheetLink = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const endOfHead = '</head>'
const sheets = new Map<string, string>()

/**
 * Writes the sheets that `html` links to into it, so that it can be painted as soon as it has come. React knows of the
 * links, so a page that it takes over keeps them and comes by the texts where it does not look: at the end of its head.
 */
export function withStylesInside(
  html: string,
  { nonce, isHydrated }: { nonce?: string | undefined; isHydrated: boolean },
) {
  const end = html.indexOf(endOfHead)
  const head = html.slice(0, end)
  const css = [...head.matchAll(sheetLink)].map(([, file = '']) => read(file)).join('\n')
  if (css === '') return { html, css }
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}${isHydrated ? ' data-until-linked=""' : ''}>${css}</style>`
  const links = isHydrated ? '<link rel="stylesheet" href="$1" media="not all"/>' : ''
  return { html: head.replace(sheetLink, links) + style + html.slice(end), css }
}

function read(file: string) {
  const css = sheets.get(file) ?? readFileSync(`build/client${file}`, 'utf8').trim()
  sheets.set(file, css)
  return css
}
