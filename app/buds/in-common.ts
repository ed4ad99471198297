export type CommonItem<B> = { item: string; buds: B[] }

/** The items that at least two of the buds have, by number of buds, then by name (product 4.3). */
export function inCommon<B>(buds: B[], itemsOf: (bud: B) => string[]): CommonItem<B>[] {
  const budsByItem = new Map<string, B[]>()
  for (const bud of buds) {
    for (const item of new Set(itemsOf(bud))) budsByItem.set(item, [...(budsByItem.get(item) ?? []), bud])
  }
  return [...budsByItem]
    .map(([item, buds]) => ({ item, buds }))
    .filter(({ buds }) => buds.length > 1)
    .sort(byCountThenName)
}

function byCountThenName<B>(a: CommonItem<B>, b: CommonItem<B>) {
  return b.buds.length - a.buds.length || a.item.localeCompare(b.item, 'en')
}
