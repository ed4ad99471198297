import { randomUUID } from 'node:crypto'
import { Parser } from 'htmlparser2'
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { splitStyle } from './style-attribute.server'

type Sanitised = {
  html: string
  /** Descriptions of the removed parts. */
  changes: string[]
}

/** A tag of the input, with its original and its allowed attributes. */
type InputTag = { name: string; original: Attributes; allowed: Attributes }

const words = (text: string) => text.trim().split(/\s+/)

const allowedTags = words(`
  p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption center address
  section article header footer aside nav hgroup details summary
  a strong em b i u s del ins mark small big sub sup abbr acronym cite q dfn code kbd samp var tt time data span
  font strike bdi bdo wbr nobr ruby rb rt rp rtc o:p
  table caption colgroup col thead tbody tfoot tr th td
  img picture source`)

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

/** Removes everything that could run scripts or change the page outside the article. */
export function sanitise(original: string): Sanitised {
  const { marked, comments } = markComments(original)
  const inputTags: InputTag[] = []
  const html = sanitizeHtml(marked, {
    ...rules,
    allowedTags: [...allowedTags, commentTag],
    transformTags: { '*': (...tag) => filterTag(inputTags, ...tag) },
  })
  const changes = new Set([...inputTags.flatMap(changesOf), ...changesWithoutCallback(marked)])
  return { html: html.replace(placeholders, (_, n) => comments[n] ?? ''), changes: [...changes] }
}

/**
 * The tag of placeholders for comments, which sanitize-html would remove. The random name cannot occur in the input.
 */
const commentTag = `comment-${randomUUID()}`
const placeholders = new RegExp(`<${commentTag} data-n="(\\d+)"></${commentTag}>`, 'g')

/** Replaces comments with placeholders, except comments that parsers could read in different ways: they are removed. */
function markComments(original: string) {
  const comments: string[] = []
  let marked = ''
  let from = 0
  const parser = new Parser({
    oncomment(text) {
      const comment = `<!--${text}-->`
      if (/[<>]|--|-$/.test(text) || original.slice(parser.startIndex, parser.endIndex + 1) !== comment)
        return
      marked += `${original.slice(from, parser.startIndex)}<${commentTag} data-n="${comments.length}"></${commentTag}>`
      comments.push(comment)
      from = parser.endIndex + 1
    },
  })
  parser.end(original)
  return { marked: marked + original.slice(from), comments }
}

/** sanitize-html deletes rejected attributes from `attribs`, so `allowed` is final when `sanitizeHtml` returns. */
function filterTag(inputTags: InputTag[], tagName: string, original: Attributes): Tag {
  const attribs = allowedAttributesOf(tagName, original)
  if (tagName !== commentTag) inputTags.push({ name: tagName, original, allowed: attribs })
  return { tagName, attribs }
}

function allowedAttributesOf(name: string, original: Attributes) {
  const allowed = name === 'a' ? linkAttributes(original) : { ...original }
  for (const attribute of Object.keys(allowed))
    if (!/^[a-z][a-z0-9_.:-]*$/.test(attribute)) delete allowed[attribute]
  if (reservedIds.includes(allowed.id ?? '')) delete allowed.id
  if (allowed.role !== undefined && !harmlessRole.test(allowed.role)) delete allowed.role
  if (allowed.style !== undefined) filterStyle(allowed)
  return allowed
}

/** Rewrites `style` only when a declaration is rejected. */
function filterStyle(attributes: Attributes) {
  const { allowed, rejected } = splitStyle(attributes.style ?? '')
  if (rejected.length === 0) return
  if (allowed === '') delete attributes.style
  else attributes.style = allowed
}

/** A link to another site gets `noopener` and `noreferrer`. */
function linkAttributes(original: Attributes): Attributes {
  const link = { ...original }
  if (!['_blank', '_self'].includes(link.target ?? '')) delete link.target
  if (!/^https?:/i.test(link.href ?? '')) return link
  const rel = (link.rel ?? '').split(/\s+/).filter(Boolean)
  return { ...link, rel: [...new Set([...rel, 'noopener', 'noreferrer'])].join(' ') }
}

function changesOf({ name, original, allowed }: InputTag): string[] {
  if (removedWithContent.includes(name)) return [`<${name}> and what is in it would be removed`]
  if (isWithoutEffect(name, original)) return []
  if (!allowedTags.includes(name)) return [`<${short(name)}> would be removed`]
  return Object.entries(original).flatMap(([attribute, value]) => {
    const rejected = attribute === 'style' ? splitStyle(value).rejected : []
    if (rejected.length > 0)
      return rejected.map((declaration) => `${short(declaration)} in style of <${name}> would be removed`)
    return isUnchanged(attribute, value, allowed)
      ? []
      : [`${short(attribute)}="${short(value)}" of <${name}> would be removed`]
  })
}

/**
 * Whether an attribute was kept. Compares the value of `srcset`, because sanitize-html may remove single URLs from it.
 * Ignores that sanitize-html removes an empty `class`.
 */
function isUnchanged(attribute: string, value: string, allowed: Attributes) {
  const withoutSpaces = (list = '') => list.replace(/\s/g, '')
  if (attribute === 'srcset') return withoutSpaces(allowed[attribute]) === withoutSpaces(value)
  if (attribute === 'class' && value.trim() === '') return true
  return Object.hasOwn(allowed, attribute)
}

/** Tags that browsers ignore in the middle of a page, and the `meta charset` that Chromium adds to copied HTML. */
function isWithoutEffect(name: string, original: Attributes) {
  const attributes = Object.keys(original).join()
  return ['html', 'head', 'body'].includes(name)
    ? attributes === ''
    : `${name} ${attributes}` === 'meta charset'
}

/** Describes parts that sanitize-html removes without a callback. */
function changesWithoutCallback(html: string) {
  return [
    ...(/<!--/.test(html) ? ['Comments with < or > in them would be removed'] : []),
    ...(/<(!(?!--)|\?)/.test(html) ? ['What begins with <! or <? would be removed'] : []),
    ...(/<[a-z/!?][^<>]*$/i.test(html) ? ['What follows the last < would be removed'] : []),
  ]
}

function short(text: string) {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
