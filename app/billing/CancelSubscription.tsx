import { useNavigation, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { ConfirmDialog } from '~/components/confirm-dialog'

/** Opens a confirmation dialog. Without JavaScript, the URL with `?cancel` shows the dialog. */
export function CancelSubscription() {
  const [query] = useSearchParams()
  const [isOpen, setOpen] = useState(query.has('cancel'))
  const isBusy = useNavigation().formData?.get('intent') === 'cancel'
  return (
    <>
      <form>
        <button
          type="submit"
          className="button quiet"
          name="cancel"
          value="ask"
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault()
            setOpen(!isBusy)
          }}
        >
          Cancel
        </button>
      </form>
      {isOpen && (
        <ConfirmDialog
          title="Cancel subscription"
          question="Are you sure you want to cancel your subscription?"
          confirm="Yes, cancel"
          dismiss="Keep it"
          action="/dashboard/subscription"
          isInitiallyOpen={query.has('cancel')}
          onClose={() => setOpen(false)}
        >
          <input type="hidden" name="intent" value="cancel" />
        </ConfirmDialog>
      )}
    </>
  )
}
