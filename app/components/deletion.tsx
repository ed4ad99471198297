import { useSearchParams } from '@remix-run/react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog, DeleteForm } from './dialog'
import type { Deletion } from './entry'

/** Of which of the entries it is asked whether to delete it: by a button, or without JavaScript by the address. */
export function useDeletion<Entry extends { _id: string }>(entries: Entry[]) {
  const [query] = useSearchParams()
  const [id, setId] = useState(query.get('delete'))
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setId(event.currentTarget.value)
  }
  const deletion: Deletion = { form: 'delete', ask }
  return { deletion, asked: entries.find(({ _id }) => _id === id), close: () => setId(null) }
}

type Props = {
  /** Of what would be deleted; nothing is asked without one. */
  name: string | undefined
  action: string
  form: string
  onClose: () => void
  children?: ReactNode
}

export function DeleteQuestion({ name, action, form, onClose, children }: Props) {
  const [query] = useSearchParams()
  return (
    <>
      <DeleteForm id={form} />
      {name !== undefined && (
        <ConfirmDialog
          title="Delete Confirmation"
          question={`Are you sure you want to delete ${name}?`}
          confirm="Yes, Delete"
          action={action}
          isOpenAtFirst={query.has('delete')}
          onClose={onClose}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
