import { useLocation, useSubmit } from '@remix-run/react'
import { type FormEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useAccountMark } from '~/base/components/account-field'
import { ConfirmDialog } from '~/base/components/confirm-dialog'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { scopeChoice } from '~/events/repeats/repeat'
import type { Period } from './calendar-period'
import { followDrag, type Times } from './event-drag'
import { formatDateAndTimes } from './event-times'

/** An event and the times to which it is moved. It is drawn there until the move is over. */
export type Move = { event: CalendarEvent; times: Times; state: 'dragged' | 'dropped' | 'sent' | 'over' }

/** Moves an event by dragging. An occurrence of a series opens a dialog, which asks for the scope. */
export function useEventMove({ view, date }: Period) {
  const [move, setMove] = useState<Move>()
  const { key } = useLocation()
  const send = useSend()
  // Each response, and each failure, ends with a new key of the location.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setMove((move) => (move?.state === 'sent' ? { ...move, state: 'over' } : move)), [key])

  const endDrag = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period has other days
  useEffect(() => () => endDrag.current(), [view, date])

  const isWaiting = move?.state === 'dropped' || move?.state === 'sent'
  const startDrag = useCallback(
    (event: CalendarEvent, down: PointerEvent) => {
      if (isWaiting) return
      endDrag.current()
      endDrag.current = followDrag(
        down,
        event,
        { view, date },
        {
          onDrag: (times = event) =>
            setMove((move) =>
              move?.state === 'dragged' && move.times.startDate === times.startDate
                ? move
                : { event, times, state: 'dragged' },
            ),
          onDrop(times) {
            if (!times || times.startDate === event.startDate)
              return setMove({ event, times: event, state: 'over' })
            setMove({ event, times, state: event.occurrence ? 'dropped' : 'sent' })
            if (!event.occurrence) send(event, times)
          },
        },
      )
    },
    [view, date, isWaiting, send],
  )

  const dialog = move?.state === 'dropped' && (
    <ConfirmDialog
      title="Move event"
      question={`Which of ${move.event.Name} do you want to move to ${formatDateAndTimes(move.times)}?`}
      confirm="Move"
      choice={scopeChoice}
      isDangerous={false}
      isInitiallyOpen={false}
      onSubmit={(submission) => {
        setMove({ ...move, state: 'sent' })
        send(move.event, move.times, chosenScope(submission))
      }}
      onClose={() => setMove((move) => (move?.state === 'dropped' ? { ...move, state: 'over' } : move))}
    />
  )
  return { move, startDrag, dialog }
}

/** Returns a function that posts new times to the action of the calendar. */
function useSend() {
  const submit = useSubmit()
  const _account = useAccountMark() ?? ''
  const { pathname, search } = useLocation()
  return useCallback(
    ({ _id, version, occurrence }: CalendarEvent, times: Times, scope = '') =>
      submit(
        { _account, _id, _version: version, ...times, ...(occurrence && { occurrence, scope }) },
        { method: 'post', action: pathname + search, preventScrollReset: true },
      ),
    [submit, _account, pathname, search],
  )
}

function chosenScope({ nativeEvent }: FormEvent) {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement ? submitter.value : ''
}
