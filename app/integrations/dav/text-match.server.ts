import { DavError } from './collection.server'
import type { XmlElement } from './xml-reader.server'

type Fold = (text: string) => string

const asciiFold: Fold = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
/** Letters are compared by their compatible form, as `i;unicode-casemap` wants (RFC 5051). */
const unicodeFold: Fold = (text) => text.normalize('NFKD').toUpperCase().normalize('NFKD')

const collations: Record<string, Fold> = {
  'i;ascii-casemap': asciiFold,
  'i;unicode-casemap': unicodeFold,
  default: unicodeFold,
  'i;octet': (text) => text,
}

const comparisons: Record<string, (value: string, sought: string) => boolean> = {
  equals: (value, sought) => value === sought,
  contains: (value, sought) => value.includes(sought),
  'starts-with': (value, sought) => value.startsWith(sought),
  'ends-with': (value, sought) => value.endsWith(sought),
}

/** The test of a `text-match`. `prefix` is that of its namespace. */
export function textMatch({ attributes, text }: XmlElement, prefix: 'C' | 'CARD') {
  const usual = prefix === 'C' ? 'i;ascii-casemap' : 'i;unicode-casemap'
  const fold = collations[attributes.get('collation') ?? usual]
  if (!fold) throw new DavError(403, `${prefix}:supported-collation`, 'The collation is not supported')
  const compare = comparisons[attributes.get('match-type') ?? 'contains']
  if (!compare) throw unsupported(prefix)
  const sought = fold(text)
  const isNegated = attributes.get('negate-condition') === 'yes'
  return (value: string) => compare(fold(value), sought) !== isNegated
}

export const unsupported = (prefix: 'C' | 'CARD') =>
  new DavError(403, `${prefix}:supported-filter`, 'The filter is not supported')
