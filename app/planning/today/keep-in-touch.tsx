import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { EditLink } from '~/base/components/edit-in-place'
import { neverDue } from '~/people/buds/bud'
import { daysFrom } from '~/people/buds/bud-dates'
import { BudCard, type Place } from '~/people/buds/bud-sections'
import { type LastContact, shortDay, titleOfContact } from './reason'
import type { Snooze } from './snoozes'
import './keep-in-touch.css'

type Props = {
  bud: {
    cadenceDays: number | null
    snoozedUntil: string | null
    lastContactOn: string | null
    dueOn: string | null
  }
  today: string
  contact: { cadenceDays: number | null; last: LastContact } | null
  circles: { Name: string; cadenceDays: number | null }[]
  /** The days until which the bud can be snoozed, by label. */
  snoozes: Snooze[]
  place: Place
}

/** When the bud was contacted last and when it is due, with the buttons to snooze and stop (product 18.4). */
export function KeepInTouch({ bud, today, contact, circles, snoozes, place }: Props) {
  const cadence = contact?.cadenceDays ?? null
  const { lastContactOn, snoozedUntil, dueOn } = bud
  const isSnoozed = snoozedUntil !== null && snoozedUntil > today
  const source = bud.cadenceDays === null && circles.find(({ cadenceDays }) => cadenceDays === cadence)
  return (
    <BudCard part="cadence" title="Keep in touch" className="keep-in-touch" place={place}>
      <dl>
        <div>
          <dt>Every</dt>
          <dd>
            {cadence === null ? (
              <>
                no reminder,{' '}
                <EditLink part="cadence" id="set-cadence">
                  set one
                </EditLink>
              </>
            ) : (
              <>
                {cadence === 1 ? 'day' : `${cadence} days`}
                {source && <small>from {source.Name}</small>}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Last contact</dt>
          <dd>
            {lastContactOn && contact ? (
              <>
                {shortDay(lastContactOn, today)}
                <small>{titleOfContact(contact.last)}</small>
              </>
            ) : (
              'none yet'
            )}
          </dd>
        </div>
        {dueOn && snoozedUntil !== neverDue && (
          <div>
            <dt>{isSnoozed ? 'Snoozed until' : 'Due'}</dt>
            <dd className={dueOn < today ? 'late' : undefined}>
              {shortDay(isSnoozed && snoozedUntil ? snoozedUntil : dueOn, today)}
              <small>{distance(daysFrom(today, isSnoozed && snoozedUntil ? snoozedUntil : dueOn))}</small>
            </dd>
          </div>
        )}
        {cadence !== null && snoozedUntil === neverDue && (
          <div>
            <dt>Due</dt>
            <dd>reminders are off</dd>
          </div>
        )}
      </dl>
      {cadence !== null && (
        <Form method="post" className="buttons">
          <AccountField />
          {isSnoozed ? (
            <button type="submit" className="button quiet" name="until" value="">
              Remind again
            </button>
          ) : (
            <>
              {snoozes.map(({ label, until }) => (
                <button key={until} type="submit" className="button quiet" name="until" value={until}>
                  Snooze {label.toLowerCase()}
                </button>
              ))}
              <button type="submit" className="button bare" name="intent" value="stop">
                Stop
              </button>
            </>
          )}
        </Form>
      )}
    </BudCard>
  )
}

function distance(days: number) {
  if (days === 0) return 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `overdue by ${count}` : `in ${count}`
}
