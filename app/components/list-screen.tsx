import type { ComponentProps, ReactNode } from 'react'
import { DeleteDialog, useDeleteDialog } from './delete-dialog'
import type { DeleteButtonProps } from './list-card'
import { ListHeader } from './list-header'
import { ListSearch } from './list-search'
import { Pagination } from './pagination'

type Props<Item> = Omit<ComponentProps<typeof ListHeader>, 'children'> & {
  items: Item[]
  /** The name of an item in the delete confirmation. */
  nameOf: (item: Item) => string
  card: (item: Item, deleteButton: DeleteButtonProps) => ReactNode
  /** Shown when `items` is empty. */
  empty: ReactNode
  search: ComponentProps<typeof ListSearch>
  page: number
  pages: number
  /** The URL that deletes an item, without the id. */
  deletePath: string
}

/** A list of cards with title, count, search, pagination and delete confirmation. */
export function ListScreen<Item extends { _id: string }>(props: Props<Item>) {
  const { items, nameOf, card, empty, search, page, pages, deletePath, ...header } = props
  const { deleteButton, item, close } = useDeleteDialog(items)
  return (
    <>
      <ListHeader {...header}>
        <ListSearch {...search} />
      </ListHeader>
      {items.length === 0 && empty}
      <ul className="list-cards">{items.map((item) => card(item, deleteButton))}</ul>
      <Pagination page={page} pages={pages} />
      <DeleteDialog name={item && nameOf(item)} action={`${deletePath}/${item?._id}`} onClose={close} />
    </>
  )
}
