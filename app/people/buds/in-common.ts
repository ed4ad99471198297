import { fullName } from './bud'

/** The items that at least two of the buds have, by number of buds, then by name (product 4.3). */
export function inCommon<B>(buds: B[], itemsOf: (bud: B) => string[]) {
  return budsByItem(buds, itemsOf).filter(({ buds }) => buds.length > 1)
}

/** All items of the buds with the buds that have them, by number of buds, then by name. */
export function budsByItem<B>(buds: B[], itemsOf: (bud: B) => string[]) {
  const byItem = new Map<string, B[]>()
  for (const bud of buds) {
    for (const item of new Set(itemsOf(bud))) {
      const having = byItem.get(item)
      if (having) having.push(bud)
      else byItem.set(item, [bud])
    }
  }
  return [...byItem]
    .map(([item, buds]) => ({ item, buds }))
    .sort((a, b) => b.buds.length - a.buds.length || a.item.localeCompare(b.item, 'en'))
}

type Name = { Firstname: string; Surname: string }

/** First names, or full names where a first name occurs twice. */
export function shortNames(buds: Name[]) {
  const counts = new Map<string, number>()
  for (const { Firstname } of buds) counts.set(Firstname, (counts.get(Firstname) ?? 0) + 1)
  return (bud: Name) => (bud.Firstname && counts.get(bud.Firstname) === 1 ? bud.Firstname : fullName(bud))
}
