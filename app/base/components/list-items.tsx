import type { ReactNode } from 'react'
import { type Column, ListHead } from './list-head'
import type { Shown } from './list-item'

type Props<Item> = {
  items: Item[]
  /** What the items are together, such as 'Buds'. */
  label: string
  shown: Omit<Shown, 'discover'>
  /** An item as a card or a row. */
  card: (item: Item, shown: Shown) => ReactNode
  /** The columns of the rows, which make them a table. By default, rows are a list. */
  columns?: Column[] | undefined
  /** The current sort. */
  sort: string | undefined
  kept?: Record<string, string> | undefined
  /** Whether the first cell of each row is a box that selects it. */
  canSelect?: boolean | undefined
  /** The heading of an item and of those with the same one after it. By default, there are no headings. */
  groupOf?: ((item: Item) => string) | undefined
}

/** The items of a list: cards, rows, a table of rows, or groups with headings. */
export function ListItems<Item extends { _id: string }>(props: Props<Item>) {
  const { items, groupOf } = props
  if (!groupOf) return <Group {...props} hasHead={items.length > 0} />
  return grouped(items, groupOf).map(([heading, group], n) => (
    <section key={group[0]?._id} className="list-group">
      <h2>{heading}</h2>
      <Group
        {...props}
        items={group}
        label={heading}
        shown={{ ...props.shown, heading: 'h3' }}
        hasHead={n === 0}
      />
    </section>
  ))
}

/** The first group has the headings of the table for all. */
function Group<Item>({
  items,
  label,
  shown,
  card,
  columns,
  sort,
  kept,
  canSelect,
  hasHead,
}: Props<Item> & { hasHead: boolean }) {
  const className = `list-${shown.view}`
  const isTable = Boolean(columns) && shown.view === 'rows' && items.length > 0
  const cards = items.map((item, n) => {
    const discover = hasHead && n === 0 ? 'render' : 'none'
    return card(item, { ...shown, discover, isTable })
  })
  if (!isTable) return <ul className={className}>{cards}</ul>
  return (
    // biome-ignore lint/a11y/useSemanticElements: the cells of a row are two lines on a phone
    <div role="table" aria-label={label} className={`${className} list-table`}>
      {columns && hasHead && <ListHead columns={columns} sort={sort} kept={kept} canSelect={canSelect} />}
      {cards}
    </div>
  )
}

/** The items with the same heading after one another. */
function grouped<Item>(items: Item[], groupOf: (item: Item) => string) {
  const groups: [heading: string, items: Item[]][] = []
  for (const item of items) {
    const heading = groupOf(item)
    const last = groups.at(-1)
    if (last?.[0] === heading) last[1].push(item)
    else groups.push([heading, [item]])
  }
  return groups
}
