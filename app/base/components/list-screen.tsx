import type { ComponentProps, ReactNode } from 'react'
import type { ListView } from '~/base/forms/list-view'
import { DeleteDialog, useDeleteDialog } from './delete-dialog'
import { EmptyState } from './empty-state'
import { Icon } from './icons'
import type { Column } from './list-head'
import { ListHeader } from './list-header'
import type { Shown } from './list-item'
import { ListItems } from './list-items'
import { ListLetters } from './list-letters'
import { isNarrowed, ListSearch } from './list-search'
import { ListTypes } from './list-types'
import { ListViews } from './list-views'
import { Pagination } from './pagination'

type Props<Item> = {
  /** The name of an item in texts and URLs, such as 'Circle'. */
  noun: string
  /** The title, in place of the plural of `noun`. */
  title?: string | undefined
  items: Item[]
  total: number
  /** Whether the count text uses the plural. */
  isPlural?: boolean
  currentPage: number
  numOfPages: number
  /** The number of what a search finds, by type. */
  counts: Record<string, number>
  letters: ComponentProps<typeof ListLetters>['letters']
  /** The name of an item in the delete confirmation. */
  nameOf: (item: Item) => string
  view: ListView
  /** An item as a card or a row. */
  card: (item: Item, shown: Shown) => ReactNode
  /** The columns of rows, if these are a table. */
  columns?: Column[]
  /** The heading of an item and of those with the same one after it. By default, there are no headings. */
  groupOf?: ((item: Item) => string) | undefined
  /** Controls between header and list. */
  controls?: ReactNode
  search: ComponentProps<typeof ListSearch>
  /** Another form of the header, before the search. */
  headerForm?: ReactNode
  /** The drawing of an empty list. */
  icon?: ReactNode
  noResults: string
  noItems: string
  /** The actions on selected items, for boxes that `card` shows. */
  selection?: ReactNode
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
  const showAll = { label: `Show all ${plural.toLowerCase()}`, to: search.reset ?? search.action }
  const addFirst = { label: `Add ${noun}`, to: addPath, isMain: true }
  const emptyState =
    props.elsewhere ||
    (isNarrowed(search)
      ? { sentence: props.noResults, icon: <Icon name="search" />, link: showAll }
      : { sentence: props.noItems, icon: props.icon, link: addFirst })
  return (
    <>
      <ListHeader
        title={props.title ?? plural}
        isTitleAbove={props.title !== undefined}
        countText={countText}
        loadingText={`Loading ${plural.toLowerCase()} data...`}
        add={{ label: `Add ${noun}`, to: addPath }}
        tools={items.length > 0 && <ListViews view={view} />}
      >
        {props.headerForm}
        <ListSearch {...search} />
      </ListHeader>
      {props.controls}
      <ListTypes counts={props.counts} filter={search.filters[0]} current={search.values} />
      {items.length === 0 && <EmptyState {...emptyState} />}
      <ListItems
        {...{ items, card, groupOf }}
        label={plural}
        shown={{ view, deleteButton }}
        columns={props.columns}
        sort={search.values.sort}
        kept={search.kept}
        canSelect={props.selection !== undefined}
      />
      <ListLetters letters={props.letters} page={props.currentPage} />
      {items.length > 0 && props.selection}
      <Pagination page={props.currentPage} pages={props.numOfPages} />
      <DeleteDialog
        name={item && nameOf(item)}
        action={`/dashboard/Delete${noun}/${item?._id}`}
        onClose={close}
      />
    </>
  )
}
