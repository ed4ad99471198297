import { useNavigation } from '@remix-run/react'
import './forms.css'

/** A form's end; on a phone it stays within reach of the thumb. `back` is where Cancel leads. */
export function SubmitBar({ back }: { back?: string }) {
  const isSubmitting = useNavigation().formMethod === 'POST'
  return (
    <div className="submit-bar">
      {back && (
        <a className="button quiet" href={back}>
          Cancel
        </a>
      )}
      <button type="submit" className="button" disabled={isSubmitting}>
        {isSubmitting ? 'Submitting...' : 'Submit'}
      </button>
    </div>
  )
}
