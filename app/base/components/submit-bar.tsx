import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Link } from './link'
import './forms.css'

type Props = {
  /** The path of the Cancel link. */
  back?: string
  label?: string
  /** The label while the form is being submitted. */
  busy?: string
  /** For a button that deletes something. */
  isDangerous?: boolean
  children?: ReactNode
}

/** The buttons of a form. On a phone the bar sticks to the bottom of the window. */
export function SubmitBar({ back, label = 'Submit', busy = 'Submitting...', isDangerous, children }: Props) {
  const isSubmitting = useNavigation().formMethod === 'POST'
  return (
    <div className="submit-bar">
      {back && (
        <Link className="button quiet" to={back}>
          Cancel
        </Link>
      )}
      {children}
      <button type="submit" className={isDangerous ? 'button danger' : 'button'} disabled={isSubmitting}>
        {isSubmitting ? busy : label}
      </button>
    </div>
  )
}
