import { isUtf8 } from 'node:buffer'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import { cardText } from '~/data/exports/vcard-write'
import { headerEnd, logicalLines, markerOf } from '~/data/imports/vcard/lines'
import { type CardProperty, readVCards } from '~/data/imports/vcard/vcard'
import { DavError } from '~/integrations/dav/collection.server'

/** A property with its text as the client has written it. `text` is unfolded; a value with line breaks has several lines. */
export type CardLine = { property: CardProperty; text: string }

export type Card = { version: VCardVersion; lines: CardLine[] }

/** A card that is not stored, with the reason. */
export const refused = (message: string) => new DavError(403, 'CARD:valid-address-data', message)

/** Reads a file of one card. Throws if a part of it could not be given back. */
export function parseCard(content: Uint8Array): Card {
  if (!isUtf8(content) || content.includes(0)) throw refused('A card must be text in UTF-8')
  const [card, other] = [...readVCards(content)].filter((card) => card !== null)
  if (!card || other) throw refused('The content must be one vCard')
  const [warning] = card.warnings
  if (warning) throw refused(warning.reason)
  const { version } = card
  if (version !== '3.0' && version !== '4.0')
    throw new DavError(403, 'CARD:supported-address-data', 'The version of a card must be 3.0 or 4.0')
  return { version, lines: linesOf(content, card.properties) }
}

function linesOf(content: Uint8Array, properties: CardProperty[]) {
  const starts = new Map(properties.map((property) => [property.line, property]))
  const lines: CardLine[] = []
  let cards = 0
  for (const logical of logicalLines(Buffer.from(content))) {
    if (!logical) continue
    const property = starts.get(logical.line)
    const marker = markerOf(logical.content)
    const text = logical.content.toString()
    if (marker === 'begin') cards++
    if (property) lines.push({ property, text })
    else if (!marker && !/^(?:[\w/-]+\.)*VERSION[;:]/i.test(text)) continueLast(lines, text)
  }
  if (cards > 1) throw refused('A card within the card cannot be stored')
  return lines
}

function continueLast(lines: CardLine[], text: string) {
  const last = lines.at(-1)
  if (last) last.text += `\n${text}`
}

/** The card as it is stored: the text of the photo is in a table of its own, and its property marks the place. */
export const storedText = ({ version, lines }: Card, isPhoto: (line: CardLine) => boolean) =>
  cardText(
    lines.flatMap((line) => (isPhoto(line) ? `${headerOf(line)}:` : line.text.split('\n'))),
    version,
  )

/** The name of a property with its group and parameters. */
export function headerOf({ text }: CardLine) {
  const bytes = Buffer.from(text)
  return bytes.toString('utf8', 0, headerEnd(bytes))
}

/** Whether two texts have the same lines, however they are folded. */
export const isSameText = (one: string | Uint8Array, other: string | Uint8Array) =>
  unfolded(one) === unfolded(other)

const unfolded = (text: string | Uint8Array) =>
  [...logicalLines(Buffer.from(text))].map((line) => line?.content.toString() ?? '').join('\n')
