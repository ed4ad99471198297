import { fold, text, type VCardVersion } from './vcard-lines'
import { cardProperties, type VCard, type WrittenProperty } from './vcard-properties'

/** A bud as a vCard. */
export const writeVCard = (card: VCard, version: VCardVersion) =>
  cardText(
    cardProperties(card, version).flatMap((property, n) => linesOfProperty(property, n + 2, version)),
    version,
  )

/** A card from its properties, one on each line. */
export const cardText = (lines: string[], version: VCardVersion) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'].map(fold).join('')

/** The property, and its label. `n` makes their group unique in the card. */
export function linesOfProperty(
  { name, value, params = [], label }: WrittenProperty,
  n: number,
  version: VCardVersion,
) {
  const group = label ? `item${n}.` : ''
  const line = `${[group + name, ...params].join(';')}:${value}`
  return label ? [line, `${group}X-ABLabel:${text(label, version)}`] : [line]
}
