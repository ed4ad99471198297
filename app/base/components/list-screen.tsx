import type { ComponentProps, ReactNode } from 'react'
import type { ListView } from '~/base/forms/list-view'
import { DeleteDialog, useDeleteDialog } from './delete-dialog'
import { EmptyState } from './empty-state'
import { ListHeader } from './list-header'
import type { Shown } from './list-item'
import { isSearchActive, ListSearch } from './list-search'
import { ListViews } from './list-views'
import { Pagination } from './pagination'

type Props<Item> = {
  /** The name of an item in texts and URLs, such as 'Circle'. */
  noun: string
  items: Item[]
  total: number
  /** Whether the count text uses the plural. */
  isPlural?: boolean
  currentPage: number
  numOfPages: number
  /** The name of an item in the delete confirmation. */
  nameOf: (item: Item) => string
  view: ListView
  /** An item as a card or a row. */
  card: (item: Item, shown: Shown) => ReactNode
  /** The heading of an item and of those with the same one after it. By default, there are no headings. */
  groupOf?: ((item: Item) => string) | undefined
  /** Controls between header and list. */
  controls?: ReactNode
  search: ComponentProps<typeof ListSearch>
  /** Another form of the header, before the search. */
  headerForm?: ReactNode
  noResults: string
  noItems: string
  /** Replaces `noResults` and `noItems` while another part of the list has items. */
  elsewhere?: ComponentProps<typeof EmptyState> | false | undefined
}

/** A list of cards or rows with title, count, search, pagination and delete confirmation. */
export function ListScreen<Item extends { _id: string }>(props: Props<Item>) {
  const { noun, items, total, isPlural = total > 1, nameOf, view, card, search, groupOf } = props
  const { deleteButton, item, close } = useDeleteDialog(items)
  const plural = `${noun}s`
  const addPath = `/dashboard/Add${noun}`
  const countText = items.length === 0 ? `No ${plural} Found` : `${total} ${isPlural ? plural : noun} found`
  const showAll = { label: `Show all ${plural.toLowerCase()}`, to: search.action }
  const addFirst = { label: `Add ${noun}`, to: addPath, isMain: true }
  const emptyState =
    props.elsewhere ||
    (isSearchActive(search)
      ? { sentence: props.noResults, link: showAll }
      : { sentence: props.noItems, link: addFirst })
  return (
    <>
      <ListHeader
        title={plural}
        countText={countText}
        loadingText={`Loading ${plural.toLowerCase()} data...`}
        add={{ label: `Add ${noun}`, to: addPath }}
        tools={items.length > 0 && <ListViews view={view} />}
      >
        {props.headerForm}
        <ListSearch {...search} />
      </ListHeader>
      {props.controls}
      {items.length === 0 && <EmptyState {...emptyState} />}
      {groupOf ? (
        grouped(items, groupOf).map(([heading, group]) => (
          <section key={group[0]?._id} className="list-group">
            <h2>{heading}</h2>
            <ul className={`list-${view}`}>
              {group.map((item) => card(item, { view, deleteButton, heading: 'h3' }))}
            </ul>
          </section>
        ))
      ) : (
        <ul className={`list-${view}`}>{items.map((item) => card(item, { view, deleteButton }))}</ul>
      )}
      <Pagination page={props.currentPage} pages={props.numOfPages} />
      <DeleteDialog
        name={item && nameOf(item)}
        action={`/dashboard/Delete${noun}/${item?._id}`}
        onClose={close}
      />
    </>
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
