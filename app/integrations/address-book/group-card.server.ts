import { structured, text, type VCardVersion } from '~/data/exports/vcard-lines'
import { cardText } from '~/data/exports/vcard-write'
import { textOf } from '~/data/imports/vcard/draft'
import { splitValue } from '~/data/imports/vcard/value'
import { type Card, type CardLine, parseCard, refused } from './card.server'
import { converted } from './converted'
import { bareUid, ownUid, uidKey } from './uids.server'

/** The cards of groups, which are circles: those of Apple, in vCard 3.0, and those of vCard 4.0. */

const names = ['FN', 'N']
const kinds = ['KIND', 'X-ADDRESSBOOKSERVER-KIND']
const members = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER']

const isOneOf = (list: string[]) => (line: CardLine) => list.includes(line.property.name)
const isMember = isOneOf(members)

export const isGroup = ({ lines }: Card) =>
  lines.find(isOneOf(kinds))?.property.value.trim().toLowerCase() === 'group'

export type GroupCard = { name: string; uid: string; members: string[] }

export function readGroup({ lines }: Card): GroupCard {
  const find = (name: string) => lines.find(({ property }) => property.name === name && property.value.trim())
  const [fn, n, uid] = [find('FN'), find('N'), find('UID')]
  const name = fn
    ? textOf(fn.property)
    : splitValue(n?.property.value ?? '', ';')
        .filter(Boolean)
        .join(' ')
  if (!name) throw refused('A group must have a name')
  return {
    name,
    uid: uid ? textOf(uid.property) : '',
    members: lines.filter(isMember).map(({ property }) => bareUid(property.value)),
  }
}

export type StoredGroup = {
  _id: string
  Name: string
  uid: string
  content: string
  /** The UIDs of its buds. */
  members: string[]
  /** Those of buds that are there. Members of the card without a bud stay in it. */
  known: Set<string>
}

export function writeGroup(group: StoredGroup, version: VCardVersion) {
  const { Name, content, uid, _id } = group
  const card = content ? parseCard(Buffer.from(content)) : null
  const named = nameLines(Name, version)
  if (card) return cardText(linesOf(card, group, named, version), version)
  const kind = version === '4.0' ? 'KIND:group' : 'X-ADDRESSBOOKSERVER-KIND:group'
  const lines = ['PRODID:-//Budkeeper//Export//EN', `UID:${uid || ownUid(_id)}`, named.N, named.FN, kind]
  return cardText([...lines, ...group.members.map((member) => memberLine(member, version))], version)
}

const nameLines = (name: string, version: VCardVersion) => ({
  N: `N:${structured(name)};;;;`,
  FN: `FN:${text(name, version)}`,
})

const memberLine = (uid: string, version: VCardVersion, name = version === '4.0' ? members[0] : members[1]) =>
  `${name}:${ownUid(bareUid(uid))}`

function linesOf(card: Card, group: StoredGroup, named: { N: string; FN: string }, version: VCardVersion) {
  const isSameName = readGroup(card).name === group.Name
  const missing = new Map(group.members.map((member) => [uidKey(member), member]))
  const lines = card.lines.flatMap((line) => {
    const { name, value } = line.property
    const own = group.uid || ownUid(group._id)
    if (name === 'UID' && textOf(line.property) !== own) return [`UID:${own}`]
    if (names.includes(name) && !isSameName) return [named[name as 'N' | 'FN']]
    const isLeft = isMember(line) && group.known.has(uidKey(value)) && !missing.delete(uidKey(value))
    return isLeft ? [] : converted(line, card.version, version).split('\n')
  })
  const [spelling] = card.lines.filter(isMember)
  const added = [...missing.values()].map((member) => memberLine(member, version, spelling?.property.name))
  return [...lines, ...added]
}

/** The members that a stored card has. */
export const membersOf = (content: string) =>
  content ? readGroup(parseCard(Buffer.from(content))).members : []
