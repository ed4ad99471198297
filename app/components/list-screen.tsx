import type { ComponentProps, ReactNode } from 'react'
import { DeleteQuestion, useDeletion } from './deletion'
import type { Deletion } from './entry'
import { ListHeader } from './list-header'
import { ListSearch } from './list-search'
import { Pagination } from './pagination'

type Props<Entry> = Omit<ComponentProps<typeof ListHeader>, 'children'> & {
  entries: Entry[]
  nameOf: (entry: Entry) => string
  card: (entry: Entry, deletion: Deletion) => ReactNode
  /** Shown instead of entries. */
  empty: ReactNode
  search: ComponentProps<typeof ListSearch>
  page: number
  pages: number
  /** Where a deletion is posted, without the id. */
  deleteAt: string
}

/** A list of cards: title and count, search, pages, and the question before a deletion. */
export function ListScreen<Entry extends { _id: string }>(props: Props<Entry>) {
  const { entries, nameOf, card, empty, search, page, pages, deleteAt, ...header } = props
  const { deletion, asked, close } = useDeletion(entries)
  return (
    <>
      <ListHeader {...header}>
        <ListSearch {...search} />
      </ListHeader>
      {entries.length === 0 && empty}
      <ul className="entries">{entries.map((entry) => card(entry, deletion))}</ul>
      <Pagination page={page} pages={pages} />
      <DeleteQuestion
        name={asked && nameOf(asked)}
        action={`${deleteAt}/${asked?._id}`}
        form={deletion.form}
        onClose={close}
      />
    </>
  )
}
