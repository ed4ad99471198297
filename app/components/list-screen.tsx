import type { ComponentProps, ReactNode } from 'react'
import { DeleteDialog, useDeleteDialog } from './delete-dialog'
import { EmptyState } from './empty-state'
import type { DeleteButtonProps } from './list-card'
import { ListHeader } from './list-header'
import { isSearchActive, ListSearch } from './list-search'
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
  card: (item: Item, deleteButton: DeleteButtonProps) => ReactNode
  search: ComponentProps<typeof ListSearch>
  noResults: string
  noItems: string
}

/** A list of cards with title, count, search, pagination and delete confirmation. */
export function ListScreen<Item extends { _id: string }>(props: Props<Item>) {
  const { noun, items, total, isPlural = total > 1, nameOf, card, search } = props
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
      >
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
      <ul className="list-cards">{items.map((item) => card(item, deleteButton))}</ul>
      <Pagination page={props.currentPage} pages={props.numOfPages} />
      <DeleteDialog
        name={item && nameOf(item)}
        action={`/dashboard/Delete${noun}/${item?._id}`}
        onClose={close}
      />
    </>
  )
}
