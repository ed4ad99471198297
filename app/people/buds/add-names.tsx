import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { AccountField } from '~/base/components/account-field'
import { FormError } from '~/base/components/form-error'
import type { FormActionData } from '~/base/components/form-page'
import { Icon } from '~/base/components/icons'
import './add-names.css'

type Props = {
  /** The URL that takes the names. */
  action: string
  /** Idempotency key: the id of the first bud. */
  newId: string
  actionData: Pick<FormActionData, 'result' | 'msg'> | undefined
  /** Whether the list has nobody yet, so that the form is how to begin. */
  isFirst: boolean
  /** Content below the button. */
  children?: ReactNode
}

/** Adds several buds by their names alone, from the header of a list. */
export function AddNames({ action, newId, actionData, isFirst, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const error = actionData?.result.error?.names?.join('. ')
  const isSubmitting = useNavigation().formAction === action
  useReset(details, isSubmitting, actionData !== undefined)
  return (
    <details className="list-search add-names" ref={details} open={isFirst || actionData !== undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary acts as a button */}
      <summary className="icon-button" title="Add names" onClick={() => focusOnOpen(details)}>
        <Icon name="buds" label="Add names" />
      </summary>
      <Form method="post" action={action} id="add-names" autoComplete="off" noValidate>
        <AccountField />
        <input type="hidden" name="_id" value={newId} />
        <FormError msg={error ? undefined : actionData?.msg} />
        <div className="field">
          <label htmlFor="names">Names</label>
          <textarea
            className="input"
            id="names"
            name="names"
            rows={5}
            required
            placeholder={'Ada Lovelace\nGrace Hopper'}
            defaultValue={String(actionData?.result.initialValue?.names ?? '')}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'names-error' : 'names-help'}
          />
          <p className="help" id="names-help">
            One person on each line. The rest can come as you learn it.
          </p>
          {error && (
            <p className="error" id="names-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <button type="submit" className="button" disabled={isSubmitting}>
          {isSubmitting ? 'Submitting...' : 'Add names'}
        </button>
        {children}
      </Form>
    </details>
  )
}

function focusOnOpen({ current: details }: RefObject<HTMLDetailsElement>) {
  if (details?.open === false) requestAnimationFrame(() => details.querySelector('textarea')?.focus())
}

/** Empties and closes the form once its names are added. The focus moves to the title of the list. */
function useReset({ current }: RefObject<HTMLDetailsElement>, isSubmitting: boolean, isRefused: boolean) {
  const wasSubmitting = useRef(false)
  useEffect(() => {
    const hasEnded = wasSubmitting.current && !isSubmitting
    wasSubmitting.current = isSubmitting
    if (!hasEnded || isRefused || !current) return
    current.querySelector('form')?.reset()
    current.open = false
    document.querySelector('h1')?.focus()
  }, [current, isSubmitting, isRefused])
}
