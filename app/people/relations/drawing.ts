import { fullName, type Person } from '~/people/buds/bud'
import { type RelationKind, readFrom, type Tie } from './relation'

/** Where the people of a network stand: a row for each generation, which is broken after some people, and the lines between. */

const generations: Partial<Record<RelationKind, number>> = {
  parent: -1,
  grandparent: -2,
  child: 1,
  grandchild: 2,
}

/** `relations.css` has the same sizes. */
export const box = { width: 146, height: 56 }
const gap = { across: 18, down: 44, within: 30, above: 20 }
const perLine = 5

/** More people are named in the list alone. */
const mostDrawn = 100

type Place = { person: Person; x: number; y: number; line: number }
/** A path of SVG. */
type Edge = { path: string; kind: RelationKind }
export type Drawing = { width: number; height: number; places: Place[]; edges: Edge[]; left: number }

type Network = { ties: Tie[]; people: Map<string, Person> }

export function drawingOf(id: string, { ties, people }: Network): Drawing {
  const all = generationsOf(id, ties)
  const drawn = [...all].filter(([one]) => people.has(one)).slice(0, mostDrawn)
  const rows = new Map<number, string[]>()
  for (const [one, generation] of drawn) rows.set(generation, [...(rows.get(generation) ?? []), one])
  const places = placesOf(
    [...rows].sort(([a], [b]) => a - b).map(([, row]) => row),
    { ties, people },
  )
  const placed = [...places.values()]
  return {
    width: Math.max(...placed.map(({ x }) => x)) + box.width + gap.across / 2,
    height: Math.max(...placed.map(({ y }) => y)) + box.height,
    places: placed,
    edges: edgesOf(places, ties),
    left: all.size - drawn.length,
  }
}

const middleOf = ({ x }: Pick<Place, 'x'>) => x + box.width / 2
const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
const step = box.width + gap.across

/** The people line by line, with how far each line is moved in, and whether it is the last of its generation. */
export function linesIn({ places }: Drawing) {
  const lines = new Map<number, Place[]>()
  for (const place of places) lines.set(place.line, [...(lines.get(place.line) ?? []), place])
  return [...lines].map(([line, row]) => {
    const [{ x, y } = { x: 0, y: 0 }] = row
    const next = lines.get(line + 1)?.[0]
    return {
      line,
      halfSteps: Math.round((2 * (x - gap.across / 2)) / step),
      isLast: !next || next.y - y > box.height + gap.within,
      people: row.map(({ person }) => person),
    }
  })
}

/** Whom the ties of one kind lead to. */
const relatedTo = (id: string, kind: RelationKind, ties: Tie[]) =>
  ties.flatMap((tie) => {
    if (tie.bud !== id && tie.with !== id) return []
    const read = readFrom(id, tie)
    return read.kind === kind ? [read.other] : []
  })

/** Generations from above, each broken after some people. The boxes of a generation stand below each other. */
function placesOf(rows: string[][], { ties, people }: Network) {
  const places = new Map<string, Place>()
  const longest = Math.max(...rows.map(({ length }) => Math.min(length, perLine)))
  let [y, line] = [gap.above, 0]
  for (const row of rows) {
    const lines = linesOf(unitsInOrder(row, ties, places))
    const start = ((longest - Math.max(...lines.map(({ length }) => length))) * step) / 2
    for (const [n, ids] of lines.entries()) {
      ids.forEach((id, at) => {
        const person = people.get(id)
        if (person) places.set(id, { person, x: gap.across / 2 + start + at * step, y, line })
      })
      line++
      y += box.height + (n + 1 < lines.length ? gap.within : gap.down)
    }
  }
  return places
}

/** Partners of a generation stand beside each other. */
function unitsOf(row: string[], ties: Tie[]) {
  const left = new Set(row)
  const take = (id: string) => {
    const partner = relatedTo(id, 'partner', ties).find((other) => left.has(other))
    if (partner) left.delete(partner)
    return partner
  }
  const units: string[][] = []
  for (const id of row) {
    if (!left.delete(id)) continue
    const unit = [id]
    for (let next = take(id); next; next = take(next)) unit.push(next)
    for (let next = take(id); next; next = take(next)) unit.unshift(next)
    units.push(unit)
  }
  return units
}

/** Below their parents, beside their siblings. */
function unitsInOrder(row: string[], ties: Tie[], places: Map<string, Place>) {
  const units = unitsOf(row, ties)
  const parentsOf = (id: string) => relatedTo(id, 'parent', ties).flatMap((one) => places.get(one) ?? [])
  const keys = new Map<string, number>()
  for (const [n, unit] of units.entries()) {
    const above = unit.flatMap(parentsOf).map(middleOf)
    const beside = unit.flatMap((id) => relatedTo(id, 'sibling', ties)).flatMap((id) => keys.get(id) ?? [])
    const key = above.length > 0 ? mean(above) : (beside[0] ?? n * step)
    for (const id of unit) keys.set(id, key)
  }
  const keyOf = ([id = '']: string[]) => keys.get(id) ?? 0
  const ordered = units.toSorted((a, b) => keyOf(a) - keyOf(b))
  const indexes = new Map(ordered.flatMap((unit, n) => unit.map((id) => [id, n] as const)))
  /** Below 0 for who belongs to the left of the unit. */
  const lean = (id: string, unit: string[]) => {
    const beside = relatedTo(id, 'sibling', ties).map((one) => indexes.get(one) ?? indexes.get(id) ?? 0)
    const above = parentsOf(id).map((place) => middleOf(place) - keyOf(unit))
    return [...beside.map((n) => n - (indexes.get(id) ?? 0)), ...above].reduce(
      (sum, n) => sum + Math.sign(n),
      0,
    )
  }
  return ordered.map((unit) =>
    lean(unit[0] ?? '', unit) > lean(unit.at(-1) ?? '', unit) ? unit.toReversed() : unit,
  )
}

function linesOf(units: string[][]) {
  const lines: string[][] = [[]]
  for (const unit of units) {
    const isFull = (lines.at(-1)?.length ?? 0) + unit.length > perLine
    if (isFull && lines.at(-1)?.length) lines.push([])
    for (const id of unit) {
      if (lines.at(-1)?.length === perLine) lines.push([])
      lines.at(-1)?.push(id)
    }
  }
  return lines
}

const familyLanes = 5

/** Lines around the boxes. A child hangs from between its parents if they stand beside each other. */
function edgesOf(places: Map<string, Place>, ties: Tie[]): Edge[] {
  const lines: Place[][] = []
  for (const place of places.values()) lines[place.line] = [...(lines[place.line] ?? []), place]
  const lanes = new Map<string, number>()
  const parentsOf = (id: string) => relatedTo(id, 'parent', ties).flatMap((one) => places.get(one) ?? [])
  return ties.flatMap(({ bud, with: other, kind }) => {
    const [a, b] = [places.get(bud), places.get(other)]
    if (!a || !b) return []
    if (kind === 'sibling' && parentsOf(bud).some((one) => parentsOf(other).includes(one))) return []
    const [upper, lower] = a.line > b.line ? [b, a] : [a, b]
    const child = kind === 'parent' ? a : kind === 'child' ? b : undefined
    const isBelow = child === lower && upper.line < lower.line
    const [first = upper, second] = (isBelow && coupleOf(upper, parentsOf(child.person._id))) || []
    // The first of a couple has the line of both.
    if (first !== upper) return []
    const family = `${upper.person._id} ${isBelow || lower.person._id}`
    const lane = ((lanes.get(family) ?? lanes.size) % familyLanes) - (familyLanes - 1) / 2
    if (!lanes.has(family)) lanes.set(family, lanes.size)
    return [{ kind, path: pathOf(upper, lower, { lines, isCouple: second !== undefined, lane: lane * 4 }) }]
  })
}

/** The parent with the one beside them, from the left. Nobody belongs to two couples. */
function coupleOf(parent: Place, parents: Place[]) {
  const couples: Place[][] = []
  for (const one of parents.toSorted((a, b) => a.line - b.line || a.x - b.x)) {
    const [last, another] = couples.at(-1) ?? []
    if (last && !another && isBeside(last, one)) couples.at(-1)?.push(one)
    else couples.push([one])
  }
  return couples.find((couple) => couple.includes(parent))
}

const isBeside = (a: Place, b: Place) => a.line === b.line && Math.abs(a.x - b.x) === step

/** A path through the gaps between the boxes of each line. `lane`: how far it is from the middle between two lines. */
function pathOf(
  upper: Place,
  lower: Place,
  { lines, lane, isCouple }: { lines: Place[][]; lane: number; isCouple: boolean },
) {
  const topOf = (line: number) => lines[line]?.[0]?.y ?? 0
  const laneOf = (line: number) => {
    const end = line > 0 ? topOf(line - 1) + box.height : 0
    return (end + topOf(line)) / 2 + lane
  }
  const target = middleOf(lower)
  if (isBeside(upper, lower)) {
    const [left, right] = upper.x < lower.x ? [upper, lower] : [lower, upper]
    return `M${left.x + box.width} ${left.y + box.height / 2}H${right.x}`
  }
  if (upper.line === lower.line)
    return `M${middleOf(upper)} ${upper.y}V${laneOf(upper.line)}H${target}V${lower.y}`
  const start = isCouple
    ? `M${upper.x + box.width + gap.across / 2} ${upper.y + box.height / 2}`
    : `M${middleOf(upper)} ${upper.y + box.height}`
  const between = lines.slice(upper.line + 1, lower.line).map((boxes, n) => {
    const gaps = [...boxes.map(({ x }) => x), (boxes.at(-1)?.x ?? 0) + step].map((x) => x - gap.across / 2)
    const nearest = gaps.toSorted((a, b) => Math.abs(a - target) - Math.abs(b - target))[0]
    return `V${laneOf(upper.line + 1 + n)}H${nearest}`
  })
  return `${start}${between.join('')}V${laneOf(lower.line)}H${target}V${lower.y}`
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
