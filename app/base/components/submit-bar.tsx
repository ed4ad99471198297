import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { anotherIntent } from '~/base/forms/another'
import { type Choice, ChoiceButtons } from './choice-buttons'
import { Link } from './link'
import './forms.css'

type Props = {
  /** The path of the Cancel link. */
  back?: string
  /** Cancel leads to the same place of the page. */
  isInPlace?: boolean
  label?: string
  /** The label while the form is being submitted. */
  busy?: string
  /** A second button submits and opens the form for another record (`pathAfterAdding`). */
  hasAnother?: boolean | undefined
  /** Several buttons in place of one, which submit this field with their value. */
  choice?: Choice | undefined
  /** For a button that deletes something. */
  isDangerous?: boolean
  children?: ReactNode
}

/** The buttons of a form. The bar sticks to the bottom of the window. */
export function SubmitBar({
  back,
  label = 'Submit',
  busy = 'Submitting...',
  isDangerous,
  choice,
  ...rest
}: Props) {
  const isSubmitting = useNavigation().formMethod === 'POST'
  return (
    <div className="submit-bar">
      {back && (
        <Link className="button quiet" to={back} preventScrollReset={rest.isInPlace} data-discards>
          Cancel
        </Link>
      )}
      {rest.children}
      {rest.hasAnother && (
        <button
          type="submit"
          name="intent"
          value={anotherIntent}
          className="button quiet"
          disabled={isSubmitting}
        >
          Submit and add another
        </button>
      )}
      {choice ? (
        <ChoiceButtons {...choice} className="button" disabled={isSubmitting} />
      ) : (
        <button type="submit" className={isDangerous ? 'button danger' : 'button'} disabled={isSubmitting}>
          {isSubmitting ? busy : label}
        </button>
      )}
    </div>
  )
}
