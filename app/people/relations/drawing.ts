import { fullName, type Person } from '~/people/buds/bud'
import { type RelationKind, readFrom, type Tie } from './relation'

/** Where the people of a network stand: a row for each generation, which is broken after some people. */

const generations: Partial<Record<RelationKind, number>> = {
  parent: -1,
  grandparent: -2,
  child: 1,
  grandchild: 2,
}

export const box = { width: 120, height: 52 }
const gap = { across: 16, down: 44, within: 24 }
const perLine = 5

/** More people are named in the list alone. */
const mostDrawn = 100

type Place = { person: Person; x: number; y: number }
type Line = { from: Place; to: Place; kind: RelationKind }
export type Drawing = { width: number; height: number; places: Place[]; lines: Line[]; left: number }

export function drawingOf(
  id: string,
  { ties, people }: { ties: Tie[]; people: Map<string, Person> },
): Drawing {
  const all = generationsOf(id, ties)
  const drawn = [...all].slice(0, mostDrawn)
  const rows = new Map<number, Person[]>()
  for (const [one, generation] of drawn) {
    const person = people.get(one)
    if (person) rows.set(generation, [...(rows.get(generation) ?? []), person])
  }
  const longest = Math.max(1, ...[...rows.values()].map(({ length }) => Math.min(length, perLine)))
  const width = longest * (box.width + gap.across) - gap.across
  const places = new Map<string, Place>()
  let y = 0
  for (const [, row] of [...rows].sort(([a], [b]) => a - b)) {
    for (let n = 0; n < row.length; n += perLine) {
      const line = row.slice(n, n + perLine)
      const start = (width - line.length * (box.width + gap.across) + gap.across) / 2
      line.forEach((person, at) => {
        places.set(person._id, { person, x: start + at * (box.width + gap.across), y })
      })
      y += box.height + (n + perLine < row.length ? gap.within : gap.down)
    }
  }
  const lines = ties.flatMap(({ bud, with: other, kind }) => {
    const [from, to] = [places.get(bud), places.get(other)]
    return from && to ? [{ from, to, kind }] : []
  })
  return {
    width,
    height: Math.max(box.height, y - gap.down),
    places: [...places.values()],
    lines,
    left: all.size - drawn.length,
  }
}

/** The generation of each person, by the shortest way there: the nearest first. */
function generationsOf(id: string, ties: Tie[]) {
  const found = new Map([[id, 0]])
  for (const [from, generation] of found)
    for (const tie of ties) {
      if (tie.bud !== from && tie.with !== from) continue
      const { kind, other } = readFrom(from, tie)
      if (!found.has(other)) found.set(other, generation + (generations[kind] ?? 0))
    }
  return found
}

/** The start of a name that fits into its box. */
export const shortName = (name: string) => {
  const letters = [...name]
  return letters.length > 14 ? `${letters.slice(0, 13).join('')}…` : name
}

export const nameLines = ({ Firstname, Surname }: Person) =>
  [Firstname, Surname].filter(Boolean).map(shortName)

export const titleOf = (person: Person) => fullName(person) || 'Name unknown'
