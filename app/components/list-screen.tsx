import { useSearchParams } from '@remix-run/react'
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog, DeleteForm } from './dialog'
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
  const [query] = useSearchParams()
  const [asked, setAsked] = useState(query.get('delete'))
  const deleting = entries.find(({ _id }) => _id === asked)
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setAsked(event.currentTarget.value)
  }
  return (
    <>
      <ListHeader {...header}>
        <ListSearch {...search} />
      </ListHeader>
      {entries.length === 0 && empty}
      <ul className="entries">{entries.map((entry) => card(entry, { form: deleteForm, ask }))}</ul>
      <Pagination page={page} pages={pages} />
      <DeleteForm id={deleteForm} />
      {deleting && (
        <ConfirmDialog
          title="Delete Confirmation"
          question={`Are you sure you want to delete ${nameOf(deleting)}?`}
          confirm="Yes, Delete"
          action={`${deleteAt}/${deleting._id}`}
          isOpenAtFirst={query.has('delete')}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const deleteForm = 'delete'
