import { ConfirmDialog } from '~/base/components/confirm-dialog'
import type { ListedDevice } from './device'

type Props = {
  /** The URL that receives the confirmation. */
  action: string
  item: ListedDevice | undefined
  isInitiallyOpen: boolean
  close: () => void
}

export function RevokeDialog({ action, item, isInitiallyOpen, close }: Props) {
  if (!item) return null
  return (
    <ConfirmDialog
      title="Revoke device"
      question={`${item.name} is refused at once. What it changed stays, and can be undone in the history. Its password cannot come back.`}
      confirm="Yes, Revoke"
      action={action}
      isInitiallyOpen={isInitiallyOpen}
      onClose={close}
    >
      <input type="hidden" name="intent" value="revoke-device" />
      <input type="hidden" name="_id" value={item._id} />
    </ConfirmDialog>
  )
}
