import { isDeepStrictEqual } from 'node:util'
import { printable, structured, type VCardVersion } from '~/data/exports/vcard-lines'
import {
  cardProperties,
  categoriesOf,
  type VCard,
  type WrittenProperty,
} from '~/data/exports/vcard-properties'
import { cardText, linesOfProperty } from '~/data/exports/vcard-write'
import { textOf } from '~/data/imports/vcard/draft'
import { splitLists } from '~/data/imports/vcard/value'
import { DavError } from '~/integrations/dav/collection.server'
import { parseCard } from './card.server'
import type { RowField } from './card-values.server'
import { converted } from './converted'
import { groupKey, type ReadCard, type ReadLine, readCard } from './read-card.server'
import { placeRows } from './rows-of-card.server'

export type StoredCard = VCard & {
  /** Empty: that of the id. */
  uid: string
  /** The card as a client has sent it last. Empty: none has. */
  content: string
}

/**
 * The card of a bud as its clients have written it: each property whose value the bud still has is theirs, one whose value
 * was changed is written anew in its place, and what a bud has no field for stays.
 */
export function writeCard(card: StoredCard, version: VCardVersion) {
  const clean = { ...card, bud: withoutControls(card.bud) }
  const written = cardProperties(clean, version)
    // A client knows tags by the categories alone, and may change them.
    .filter(({ part }) => part !== 'tags')
    .map((property) => (property.name === 'UID' && card.uid ? { ...property, value: card.uid } : property))
  const read = card.content ? readStored(card.content) : null
  const lines = read
    ? new CardWriter(read, clean, written, version).lines()
    : written.flatMap((property, n) => linesOfProperty(property, n + 2, version))
  return cardText(lines, version)
}

/** Null: today's rules refuse what was stored once. */
function readStored(content: string) {
  try {
    return readCard(parseCard(Buffer.from(content)))
  } catch (error) {
    if (error instanceof DavError) return null
    throw error
  }
}

/** A card has no control characters. */
const withoutControls = <T>(bud: T): T =>
  JSON.parse(JSON.stringify(bud), (_, part) => (typeof part === 'string' ? printable(part).trim() : part))

const rowFields = ['emails', 'phones', 'addresses', 'links', 'dates', 'customFields'] as const

class CardWriter {
  private readonly placed: Map<RowField, ReturnType<typeof placeRows>>
  /** The parts that have been written. */
  private readonly done = new Set<string>(['card'])
  /** Groups of the client are numbered, too. */
  private nextGroup: number

  constructor(
    private readonly read: ReadCard,
    private readonly card: StoredCard,
    private readonly written: WrittenProperty[],
    private readonly version: VCardVersion,
  ) {
    const numbers = read.lines.map(({ property }) => Number(/^item(\d{1,9})$/.exec(property.group)?.[1] ?? 0))
    this.nextGroup = Math.max(0, ...numbers) + 1
    this.placed = new Map(
      rowFields.map((field) => [field, placeRows(read, field, card.bud, this.ofPart(field), version)]),
    )
  }

  lines(): string[] {
    const lines = this.read.lines.flatMap((line, n) => this.inPlaceOf(line, n))
    const hasUid = this.read.lines.some(({ property }) => property.name === 'UID')
    const rest = this.written.filter(({ part, name }) =>
      part === 'card' ? name === 'UID' && !hasUid : !this.done.has(part),
    )
    return [...lines, ...rest.flatMap((property) => this.anew(property))]
  }

  /** What stands in the place of a property of the client. */
  private inPlaceOf(line: ReadLine, n: number): string[] {
    const { part, property } = line
    if (property.name === 'UID') return this.uid(line)
    if (part === null) return this.isOrphan(line) ? [] : this.kept(line)
    const placed = this.placed.get(part as RowField)
    if (placed) {
      this.done.add(part)
      return (placed.at.get(n) ?? []).flatMap((one) => ('text' in one ? this.kept(one) : this.anew(one)))
    }
    const isFirst = !this.done.has(part)
    this.done.add(part)
    if (this.isUnchanged(part)) return this.kept(line)
    return isFirst ? this.ofPart(part).flatMap((property) => this.anew(this.withClients(property, line))) : []
  }

  private isUnchanged(part: string) {
    const { fields, groups } = this.read
    const { bud } = this.card
    if (part === 'photo') return false
    if (part === 'groups') return isSameSet(groups ?? [], categoriesOf(this.card.groups, bud.tags))
    if (part === 'Firstname' || part === 'fullName')
      return fields.Firstname === bud.Firstname && fields.Surname === bud.Surname
    const field = part as keyof typeof fields
    return isDeepStrictEqual(fields[field], bud[field])
  }

  /** A UID that another record has by now is not given back. */
  private uid(line: ReadLine) {
    const own = this.card.uid || `urn:uuid:${this.card.bud._id}`
    return textOf(line.property) === own ||
      line !== this.read.lines.find((one) => one.property.name === 'UID')
      ? this.kept(line)
      : [`UID:${own}`]
  }

  /** The parts of a name that were not changed, and those that have no field, stay. */
  private withClients(property: WrittenProperty, line: ReadLine): WrittenProperty {
    if (property.name !== 'N' || line.property.name !== 'N') return property
    const [family = [], given = [], further = [], ...more] = splitLists(line.property.value)
    const { bud } = this.card
    const list = (names: string[]) => names.map((name) => structured(name)).join(',')
    const isGiven = [...given, ...further].filter(Boolean).join(' ') === bud.Firstname
    const isFamily = family.filter(Boolean).join(' ') === bud.Surname
    const parts = [
      isFamily ? list(family) : structured(bud.Surname),
      ...(isGiven ? [list(given), list(further)] : [structured(bud.Firstname), '']),
      ...more.map(list),
    ]
    return { ...property, value: parts.join(';') }
  }

  /** The label of a row that is not in the card any more. */
  private isOrphan({ property: { name, group } }: ReadLine) {
    if (!group || (name !== 'X-ABLABEL' && name !== 'X-ABADR')) return false
    const ofGroup = this.read.lines.filter(
      ({ property }) => property.group === group && !/^X-AB(?:LABEL|ADR)$/.test(property.name),
    )
    const isLeft = (line: ReadLine) => {
      const placed = this.placed.get(line.part as RowField)
      return !placed || placed.kept.has(line)
    }
    return ofGroup.length > 0 && !ofGroup.some(isLeft)
  }

  private ofPart(part: string) {
    return this.written.filter((property) => property.part === part)
  }

  private kept(line: Pick<ReadLine, 'text' | 'property'>) {
    return converted(line, this.read.version, this.version).split('\n')
  }

  private anew(property: WrittenProperty) {
    return linesOfProperty(property, property.label ? this.nextGroup++ : 0, this.version)
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]) => {
  const keys = new Set(one.map(groupKey))
  return keys.size === new Set(other.map(groupKey)).size && other.every((name) => keys.has(groupKey(name)))
}
