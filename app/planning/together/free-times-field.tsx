import { type MouseEvent, useRef, useState } from 'react'
import { showToast } from '~/base/components/toasts'
import type { PickerBud } from '~/people/buds/bud-picker'
import { FreeTimeItem } from './free-time-list'
import { chooseTime, findTimes, type OfferedTime, planUrl } from './together'

type Props = {
  /** The free times of those who were selected when the page was loaded, if they were asked for. */
  loaded: OfferedTime[] | undefined
  selected: PickerBud[]
}

/** 'When are they free?' in the form of an event. In the browser, nothing of the form is sent for it. */
export function FreeTimesField({ loaded, selected }: Props) {
  const ids = selected.map(({ _id }) => _id).join(',')
  const [found, setFound] = useState(loaded && { ids, times: loaded })
  const section = useRef<HTMLElement>(null)
  async function find(event: MouseEvent) {
    event.preventDefault()
    try {
      setFound({ ids, times: ids ? await readTimes(ids) : [] })
      section.current?.focus()
    } catch {
      showToast({ type: 'error', message: 'Failed to load the free times' })
    }
  }
  return (
    <section className="free-times-field" id="free-times" aria-label="Free times" ref={section} tabIndex={-1}>
      <button
        type="submit"
        className="button quiet"
        name="intent"
        value={findTimes}
        formNoValidate
        formAction="#free-times"
        onClick={find}
      >
        When are they free?
      </button>
      {found?.ids === ids && <Times times={found.times} isChosen={ids !== ''} />}
    </section>
  )
}

async function readTimes(ids: string) {
  const response = await fetch(planUrl(ids))
  if (!response.ok) throw new Error(`Free times: ${response.status}`)
  return ((await response.json()) as { freeTimes: OfferedTime[] }).freeTimes
}

function Times({ times, isChosen }: { times: OfferedTime[]; isChosen: boolean }) {
  if (times.length === 0)
    return (
      <p role="status">
        {isChosen ? 'No weekend or evening is free in the next twelve weeks.' : 'First choose who comes.'}
      </p>
    )
  return (
    <ul className="free-times">
      {times.map((time) => (
        <FreeTimeItem key={time.startDate} time={time}>
          <button
            type="submit"
            className="button quiet"
            name="intent"
            value={`${chooseTime} ${time.startDate} ${time.endDate}`}
            formNoValidate
            formAction="#event-startDate"
            aria-describedby={time.startDate}
            onClick={(event) => choose(event, time)}
          >
            Choose
          </button>
        </FreeTimeItem>
      ))}
    </ul>
  )
}

/** Sets the times of the form, and moves the focus there. */
function choose(event: MouseEvent<HTMLButtonElement>, times: OfferedTime) {
  event.preventDefault()
  const fields = event.currentTarget.form?.elements
  for (const name of ['endDate', 'startDate'] as const) {
    const field = fields?.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    field.value = times[name]
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
}
