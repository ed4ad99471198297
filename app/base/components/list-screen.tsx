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
  search: ComponentProps<typeof ListSearch>
  /** Another form of the header, before the search. */
  headerForm?: ReactNode
  noResults: string
  noItems: string
}

/** A list of cards or rows with title, count, search, pagination and delete confirmation. */
export function ListScreen<Item extends { _id: string }>(props: Props<Item>) {
  const { noun, items, total, isPlural = total > 1, nameOf, view, card, search } = props
  const { deleteButton, item, close } = useDeleteDialog(items)
  const plural = `${noun}s`
  const addPath = `/dashboard/Add${noun}`
  const countText = items.length === 0 ? `No ${plural} Found` : `${total} ${isPlural ? plural : noun} found`
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
      {items.length === 0 &&
        (isSearchActive(search) ? (
          <EmptyState
            sentence={props.noResults}
            link={{ label: `Show all ${plural.toLowerCase()}`, to: search.action }}
          />
        ) : (
          <EmptyState sentence={props.noItems} link={{ label: `Add ${noun}`, to: addPath, isMain: true }} />
        ))}
      <ul className={`list-${view}`}>{items.map((item) => card(item, { view, deleteButton }))}</ul>
      <Pagination page={props.currentPage} pages={props.numOfPages} />
      <DeleteDialog
        name={item && nameOf(item)}
        action={`/dashboard/Delete${noun}/${item?._id}`}
        onClose={close}
      />
    </>
  )
}
