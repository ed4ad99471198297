import { useSearchParams } from '@remix-run/react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Choice } from './choice-buttons'
import { ConfirmDialog } from './confirm-dialog'
import type { DeleteButtonProps } from './list-card'

const formId = 'delete'

/** State of a confirmation. Without JavaScript the query parameter `name` holds the id of the item. */
export function useConfirmation<Item extends { _id: string }>(items: Item[], name: string) {
  const [query] = useSearchParams()
  const [id, setId] = useState(query.get(name))
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setId(event.currentTarget.value)
  }
  const item = items.find(({ _id }) => _id === id)
  return { open, item, isInitiallyOpen: query.has(name), close: () => setId(null) }
}

export function useDeleteDialog<Item extends { _id: string }>(items: Item[]) {
  const { open, item, close } = useConfirmation(items, 'delete')
  const deleteButton: DeleteButtonProps = { form: formId, onClick: open }
  return { deleteButton, item, close }
}

type Props = {
  /** The name of the item to delete. Undefined while the dialog is closed. */
  name: string | undefined
  /** The URL that receives the confirmed deletion. */
  action: string
  /** The texts, if the item is not called deleted. */
  title?: string
  question?: string
  confirm?: string
  choice?: Choice | undefined
  onClose: () => void
  /** Hidden inputs of the confirmation form. */
  children?: ReactNode
}

export function DeleteDialog({ name, action, onClose, children, ...texts }: Props) {
  const [query] = useSearchParams()
  return (
    <>
      {/* Without JavaScript, a delete button submits this form, which requests the page with the dialog open. */}
      <form id={formId} hidden>
        {[...query].map(
          ([name, value]) =>
            name !== 'delete' && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </form>
      {name !== undefined && (
        <ConfirmDialog
          title={texts.title ?? 'Delete Confirmation'}
          question={texts.question ?? `Are you sure you want to delete ${name}?`}
          confirm={texts.confirm ?? 'Yes, Delete'}
          choice={texts.choice}
          action={action}
          isInitiallyOpen={query.has('delete')}
          onClose={onClose}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
