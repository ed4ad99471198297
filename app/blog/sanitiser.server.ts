import { randomUUID } from 'node:crypto'
import { Parser } from 'htmlparser2'
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { readStyle } from './style-attribute.server'

type Sanitised = {
  html: string
  /** The removed parts, in words. */
  changes: string[]
}

/** A tag of the input with its attributes before and after. */
type SeenTag = { name: string; given: Attributes; allowed: Attributes }

const words = (text: string) => text.trim().split(/\s+/)

const allowedTags = words(`
  p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption center address
  section article header footer aside nav hgroup details summary
  a strong em b i u s del ins mark small big sub sup abbr acronym cite q dfn code kbd samp var tt time data span
  font strike bdi bdo wbr nobr ruby rb rt rp rtc o:p
  table caption colgroup col thead tbody tfoot tr th td
  img picture source`)

/** Elements that are removed with their content. */
const removedWithContent = words(`
  script style textarea option xmp svg math iframe object template noscript noembed noframes title`)

/** `class` and `data-` are safe: the scripts and styles of the page do not apply to the content of an article. */
const globalAttributes = words(`
  lang xml:lang dir title id class style align role hidden translate data-*
  aria-label aria-labelledby aria-describedby aria-details aria-hidden aria-level`)
const cellAttributes = words(
  'scope colspan rowspan headers abbr axis width height valign bgcolor nowrap char charoff',
)
const rowAttributes = words('valign bgcolor height char charoff')
const pictureAttributes = words('src srcset sizes width height loading decoding fetchpriority')

/** Ids that the page around an article uses. */
const reservedIds = ['main', 'related-title']

const harmlessRole = /^(none|presentation|img|note|group|list|listitem|heading|separator|doc-[a-z]+)$/

const rules: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags,
  nonTextTags: removedWithContent,
  selfClosing: ['img', 'br', 'hr', 'col', 'wbr', 'source'],
  allowedAttributes: {
    '*': globalAttributes,
    a: words('href target rel name hreflang type'),
    img: [...pictureAttributes, ...words('alt border hspace vspace')],
    source: [...pictureAttributes, ...words('media type')],
    ol: words('start reversed type compact'),
    ul: words('type compact'),
    li: words('value type'),
    th: cellAttributes,
    td: cellAttributes,
    tr: rowAttributes,
    thead: rowAttributes,
    tbody: rowAttributes,
    tfoot: rowAttributes,
    col: words('span width valign'),
    colgroup: words('span width valign'),
    table: words('width height border cellpadding cellspacing bgcolor bordercolor summary frame rules'),
    time: ['datetime'],
    data: ['value'],
    del: words('cite datetime'),
    ins: words('cite datetime'),
    q: ['cite'],
    blockquote: ['cite'],
    details: words('open name'),
    font: words('color face size'),
    hr: words('width size color noshade'),
    br: ['clear'],
    pre: ['width'],
  },
  nonBooleanAttributes: [],
  allowedEmptyAttributes: words('alt title id class style href cite datetime value summary headers abbr'),
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'], source: ['https'], srcset: ['https'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  textFilter: (text) => text.replaceAll('\u00a0', '&nbsp;'),
}

/** Removes everything that could run scripts or escape the article. */
export function sanitise(given: string): Sanitised {
  const { marked, comments } = markComments(given)
  const seen: SeenTag[] = []
  const html = sanitizeHtml(marked, {
    ...rules,
    allowedTags: [...allowedTags, mark],
    transformTags: { '*': (...tag) => noteTag(seen, ...tag) },
  })
  const changes = new Set([...seen.flatMap(changesOf), ...uncalledChanges(marked)])
  return { html: html.replace(marks, (_, n) => comments[n] ?? ''), changes: [...changes] }
}

/** A placeholder for a comment, which sanitize-html would drop. The random name cannot occur in the input. */
const mark = `comment-${randomUUID()}`
const marks = new RegExp(`<${mark} data-n="(\\d+)"></${mark}>`, 'g')

/** Keeps only comments that every parser reads in the same way. */
function markComments(given: string) {
  const comments: string[] = []
  let marked = ''
  let from = 0
  const parser = new Parser({
    oncomment(text) {
      const comment = `<!--${text}-->`
      if (/[<>]|--|-$/.test(text) || given.slice(parser.startIndex, parser.endIndex + 1) !== comment) return
      marked += `${given.slice(from, parser.startIndex)}<${mark} data-n="${comments.length}"></${mark}>`
      comments.push(comment)
      from = parser.endIndex + 1
    },
  })
  parser.end(given)
  return { marked: marked + given.slice(from), comments }
}

/** sanitize-html deletes rejected attributes from the object that this function returns. */
function noteTag(seen: SeenTag[], tagName: string, given: Attributes): Tag {
  const attribs = allowedAttributesOf(tagName, given)
  if (tagName !== mark) seen.push({ name: tagName, given, allowed: attribs })
  return { tagName, attribs }
}

function allowedAttributesOf(name: string, given: Attributes) {
  const kept = name === 'a' ? linkAttributes(given) : { ...given }
  for (const attribute of Object.keys(kept))
    if (!/^[a-z][a-z0-9_.:-]*$/.test(attribute)) delete kept[attribute]
  if (reservedIds.includes(kept.id ?? '')) delete kept.id
  if (kept.role !== undefined && !harmlessRole.test(kept.role)) delete kept.role
  if (kept.style !== undefined) filterStyle(kept)
  return kept
}

/** Rewrites `style` only when a declaration is rejected. */
function filterStyle(attributes: Attributes) {
  const { kept, refused } = readStyle(attributes.style ?? '')
  if (refused.length === 0) return
  if (kept === '') delete attributes.style
  else attributes.style = kept
}

/** A link to another site gets `noopener` and `noreferrer`. */
function linkAttributes(given: Attributes): Attributes {
  const link = { ...given }
  if (!['_blank', '_self'].includes(link.target ?? '')) delete link.target
  if (!/^https?:/i.test(link.href ?? '')) return link
  const rel = (link.rel ?? '').split(/\s+/).filter(Boolean)
  return { ...link, rel: [...new Set([...rel, 'noopener', 'noreferrer'])].join(' ') }
}

function changesOf({ name, given, allowed }: SeenTag): string[] {
  if (removedWithContent.includes(name)) return [`<${name}> and what is in it would be removed`]
  if (isWithoutEffect(name, given)) return []
  if (!allowedTags.includes(name)) return [`<${short(name)}> would be removed`]
  return Object.entries(given).flatMap(([attribute, value]) => {
    const refused = attribute === 'style' ? readStyle(value).refused : []
    if (refused.length > 0)
      return refused.map((one) => `${short(one)} in style of <${name}> would be removed`)
    return isUnchanged(attribute, value, allowed)
      ? []
      : [`${short(attribute)}="${short(value)}" of <${name}> would be removed`]
  })
}

/** sanitize-html removes single URLs from `srcset`, and an empty `class`. */
function isUnchanged(attribute: string, value: string, allowed: Attributes) {
  const bare = (list = '') => list.replace(/\s/g, '')
  if (attribute === 'srcset') return bare(allowed[attribute]) === bare(value)
  if (attribute === 'class' && value.trim() === '') return true
  return Object.hasOwn(allowed, attribute)
}

/** Tags that browsers ignore in the middle of a page, and the first tag of the clipboard. */
function isWithoutEffect(name: string, given: Attributes) {
  const attributes = Object.keys(given).join()
  return ['html', 'head', 'body'].includes(name)
    ? attributes === ''
    : `${name} ${attributes}` === 'meta charset'
}

/** Parts that sanitize-html drops without a callback. */
function uncalledChanges(html: string) {
  return [
    ...(/<!--/.test(html) ? ['Comments with < or > in them would be removed'] : []),
    ...(/<(!(?!--)|\?)/.test(html) ? ['What begins with <! or <? would be removed'] : []),
    ...(/<[a-z/!?][^<>]*$/i.test(html) ? ['What follows the last < would be removed'] : []),
  ]
}

function short(text: string) {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
