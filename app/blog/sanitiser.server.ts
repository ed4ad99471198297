import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'

type Clean = {
  html: string
  /** What of the given HTML is not in it, in words; empty when nothing is missing. */
  changes: string[]
}

type Met = { name: string; given: Attributes; kept: Attributes }

const textTags = 'p br hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption'
const inlineTags = 'a strong em b i u s del ins mark small sub sup abbr cite q code kbd samp var time span'
const tableTags = 'table caption thead tbody tfoot tr th td'
const allowedTags = `${textTags} ${inlineTags} ${tableTags} img`.split(' ')

/** What is in them is no text of an article. */
const goneWithContent =
  'script style textarea option xmp svg math iframe object template noscript noembed noframes title'.split(
    ' ',
  )

/** The article's title is the page's only heading of the first level. */
const topHeading = 'h1'
const lowered = 'h2'

const rules: IOptions = {
  allowedTags,
  nonTextTags: goneWithContent,
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    time: ['datetime'],
    blockquote: ['cite'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  textFilter: (text) => text.replaceAll('\u00a0', '&nbsp;'),
}

/** HTML of which nothing can run, and what had to go for that. */
export function clean(given: string): Clean {
  const met: Met[] = []
  const html = sanitizeHtml(given, { ...rules, transformTags: { '*': (...tag) => noted(met, ...tag) } })
  return { html, changes: [...new Set([...met.flatMap(changesOf), ...changesAround(given)])] }
}

/** The sanitiser takes what it refuses out of the attributes that it is handed. */
function noted(met: Met[], name: string, given: Attributes): Tag {
  const tagName = name === topHeading ? lowered : name
  const kept = tagName === 'a' ? linkAttributes(given) : { ...given }
  met.push({ name, given, kept })
  return { tagName, attribs: kept }
}

/** Where a link leads out of this site, the other site learns nothing of the page and gets no hold of its window. */
function linkAttributes(given: Attributes): Attributes {
  const link = { ...given }
  if (link.target !== '_blank') delete link.target
  if (!/^https?:/i.test(link.href ?? '')) return link
  const words = (link.rel ?? '').split(/\s+/).filter(Boolean)
  return { ...link, rel: [...new Set([...words, 'noopener', 'noreferrer'])].join(' ') }
}

function changesOf({ name, given, kept }: Met): string[] {
  if (goneWithContent.includes(name)) return [`<${name}> and what is in it would be removed`]
  const attributes = Object.entries(given)
    .filter(([attribute]) => !Object.hasOwn(kept, attribute))
    .map(([attribute, value]) => `${short(attribute)}="${short(value)}" of <${name}> would be removed`)
  if (name === topHeading) return [`<${name}> would become <${lowered}>`, ...attributes]
  return allowedTags.includes(name) ? attributes : [`<${short(name)}> would be removed`]
}

/** What the sanitiser passes over without a word. */
function changesAround(html: string) {
  return [
    ...(/<[!?]/.test(html) ? ['Comments would be removed'] : []),
    ...(/<[a-z/!?][^<>]*$/i.test(html) ? ['What follows the last < would be removed'] : []),
  ]
}

function short(text: string) {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
