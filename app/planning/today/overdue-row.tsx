import { useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { AccountField } from '~/base/components/account-field'
import { capitalised } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import { Menu } from '~/base/components/menu'
import { inPlaceField, showToast, type Toast } from '~/base/components/toasts'
import { fullName, type Person } from '~/people/buds/bud'
import { daysFrom, lateness } from '~/people/buds/bud-dates'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { LogLine } from './log-line'
import type { Snooze } from './snoozes'

export type Overdue = { bud: Person; dueOn: string; reason: string; newId: string }

/** The response of the action to a form that stays on the page. */
export type InPlaceResult = { toast: Toast }

type Props = Overdue & {
  today: string
  /** A note that was refused. */
  note?: string | undefined
  /** The days until which the bud can be snoozed, by label. */
  snoozes: Snooze[]
  onDone: () => void
}

/**
 * An overdue bud with the buttons that deal with it. A press is one request, and the row disappears. Without JavaScript
 * the page is loaded again.
 */
export function OverdueRow({ bud, dueOn, reason, newId, today, note, snoozes, onDone }: Props) {
  const { Form, submit, data, state } = useFetcher<InPlaceResult>()
  const row = useRef<HTMLLIElement>(null)
  const name = fullName(bud)
  const nameId = `overdue-${bud._id}`
  const isBusy = state !== 'idle'
  useEffect(() => {
    if (!data) return
    showToast(data.toast)
    if (data.toast.type !== 'success') return
    focusNext(row.current)
    onDone()
  }, [data, onDone])

  function submitInPlace(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
    form.set(inPlaceField, '1')
    submit(form, { method: 'post', action: todayPath })
  }
  return (
    <li className="overdue" ref={row} aria-busy={isBusy}>
      <BudPortrait bud={bud} />
      <div className="overdue-who">
        <h3 id={nameId}>
          <Link className="today-name" to={`/dashboard/Bud/${bud._id}`} discover="none">
            {name}
          </Link>
        </h3>
        <p>
          <strong className="late">{lateness(daysFrom(dueOn, today))}</strong>
          {` · ${capitalised(reason)}`}
        </p>
      </div>
      <Form
        method="post"
        action={todayPath}
        className="overdue-actions"
        onSubmit={submitInPlace}
        data-refused={data?.toast.type === 'error' || undefined}
      >
        <AccountField />
        <input type="hidden" name="bud" value={bud._id} />
        <input type="hidden" name="_id" value={newId} />
        <button
          type="submit"
          className="button quiet log"
          name="intent"
          value="log"
          disabled={isBusy}
          aria-describedby={nameId}
        >
          Log contact
        </button>
        <Menu label="Add a note" describedBy={nameId} isOpen={note !== undefined}>
          <LogLine id={`note-${bud._id}`} describedBy={nameId} note={note} isBusy={isBusy} />
        </Menu>
        <Menu label="Later" describedBy={nameId}>
          {snoozes.map(({ label, until }) => (
            <button
              key={until}
              type="submit"
              className="button bare"
              name="until"
              value={until}
              disabled={isBusy}
              aria-describedby={nameId}
            >
              {label}
            </button>
          ))}
          <button
            type="submit"
            className="button bare"
            name="intent"
            value="stop"
            disabled={isBusy}
            aria-describedby={nameId}
          >
            Stop
          </button>
        </Menu>
      </Form>
    </li>
  )
}

export const todayPath = '/dashboard/Today'

/** The row disappears, so the focus moves to the next row, or to the title. */
function focusNext(row: HTMLElement | null) {
  if (!row?.contains(document.activeElement) && document.activeElement !== document.body) return
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('.log') ?? document.querySelector('h1')
  target?.focus()
}
