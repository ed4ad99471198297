import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import './forms.css'

type Props = {
  /** Where Cancel leads. */
  back?: string
  label?: string
  /** The label while the form is on its way. */
  busy?: string
  children?: ReactNode
}

/** A form's end; on a phone it stays within reach of the thumb. */
export function SubmitBar({ back, label = 'Submit', busy = 'Submitting...', children }: Props) {
  const isSubmitting = useNavigation().formMethod === 'POST'
  return (
    <div className="submit-bar">
      {back && (
        <a className="button quiet" href={back}>
          Cancel
        </a>
      )}
      {children}
      <button type="submit" className="button" disabled={isSubmitting}>
        {isSubmitting ? busy : label}
      </button>
    </div>
  )
}
