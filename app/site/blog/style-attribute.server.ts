/** Properties for the appearance of an element, not its position: no `position`, `transform` or `z-index`. */
const allowedNames = [
  'color|opacity|background|background-[a-z-]+|direction|unicode-bidi|writing-mode|visibility|display|box-sizing|cursor',
  'font|font-[a-z-]+|line-height|letter-spacing|word-spacing|word-break|word-wrap|overflow-wrap|line-break|hyphens|quotes',
  '(-webkit-|-moz-)?text-(align|align-last|decoration|decoration-[a-z-]+|indent|transform|justify|shadow|overflow|underline-[a-z]+|wrap)',
  'white-space|white-space-collapse|tab-size|vertical-align|float|clear|overflow|overflow-[xy]|list-style|list-style-[a-z]+',
  '((min|max)-)?(width|height|inline-size|block-size)|aspect-ratio|object-fit|object-position|box-shadow',
  'margin|margin-[a-z-]+|padding|padding-[a-z-]+|border|border-[a-z-]+|outline|outline-[a-z]+',
  'table-layout|caption-side|empty-cells|columns|column-[a-z-]+|gap|row-gap|flex|flex-[a-z-]+',
  '(align|justify)-(items|self|content)|orphans|widows|(page-)?break-(before|after|inside)',
  // Properties that browsers and word processors add to copied HTML.
  'caret-color|(-webkit-)?text-size-adjust|-webkit-text-stroke(-width|-color)?|-webkit-tap-highlight-color',
  'mso-[a-z0-9-]+|tab-stops|tab-interval|text-autospace|layout-grid-mode|punctuation-wrap',
]
const allowedName = new RegExp(`^(${allowedNames.join('|')})$`)

const number = String.raw`(\d{1,4}(\.\d*)?|\.\d+)`
const unit = '(%|px|pt|pc|in|cm|mm|q|em|rem|ex|ch|lh|vw|vh|deg)?'
const colour = String.raw`(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/a-z-]*\)`
const wordpress = String.raw`var\(--wp--[a-z0-9-]+\)`
const text = String.raw`"[^"\\<>{}]*"|'[^'\\<>{}]*'`
const word = String.raw`-?[a-z_\u00a0-\uffff][a-z0-9_\u00a0-\uffff-]*`
const token = `(${number}${unit}|#[0-9a-f]{3,8}|${colour}|${wordpress}|${text}|${word})`

/** Numbers, colours, words, quoted names and `var(--wp--…)` of WordPress: no URL, escape, comment or other function. */
const grammar = (sign: string) =>
  new RegExp(String.raw`^${sign}${token}((\s*[,/]\s*|\s+)${sign}${token})*\s*(!\s*important)?$`, 'i')

const plain = grammar('')
/** Microsoft Word gives tables and lists small negative margins. */
const negativeMargin = grammar(String.raw`(-(?=\d{0,2}(\.\d*)?(px|pt)))?`)
const signed = grammar('[+-]?')

/** Splits a `style` attribute into allowed declarations, unchanged, and rejected ones. */
export function splitStyle(style: string) {
  const declarations = style.split(';').filter((text) => text.trim() !== '')
  return {
    allowed: declarations.filter(isAllowed).join(';'),
    rejected: declarations.filter((text) => !isAllowed(text)).map((text) => text.trim()),
  }
}

const maxDeclarationLength = 1_000

function isAllowed(declaration: string) {
  if (declaration.length > maxDeclarationLength) return false
  const colon = declaration.indexOf(':')
  const name = declaration.slice(0, colon).trim().toLowerCase()
  return allowedName.test(name) && grammarOf(name).test(declaration.slice(colon + 1).trim())
}

function grammarOf(name: string) {
  if (name.startsWith('margin')) return negativeMargin
  return /^(text-indent|letter-spacing|word-spacing|vertical-align|mso-.*|.*-shadow)$/.test(name)
    ? signed
    : plain
}
