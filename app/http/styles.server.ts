import { readFileSync } from 'node:fs'

const sheetLink = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const endOfHead = '</head>'
const sheets = new Map<string, string>()

/**
 * Inlines the style sheets that `html` links to, so that a browser paints the page without another request. A hydrated
 * page keeps the links, because React expects them; its style element is at the end of the head, where React ignores
 * it.
 */
export function inlineStyles(
  html: string,
  { nonce, isHydrated }: { nonce?: string | undefined; isHydrated: boolean },
) {
  const end = html.indexOf(endOfHead)
  const head = html.slice(0, end)
  const css = [...head.matchAll(sheetLink)].map(([, file = '']) => readSheet(file)).join('\n')
  if (css === '') return { html, css }
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}${isHydrated ? ' data-until-linked=""' : ''}>${css}</style>`
  const links = isHydrated ? '<link rel="stylesheet" href="$1" media="not all"/>' : ''
  return { html: head.replace(sheetLink, links) + style + html.slice(end), css }
}

function readSheet(file: string) {
  const css = sheets.get(file) ?? readFileSync(`build/client${file}`, 'utf8').trim()
  sheets.set(file, css)
  return css
}
