import { type CSSProperties, createContext, type PointerEvent, type ReactNode, useContext } from 'react'
import { Link } from '~/base/components/link'
import { eventPath } from '~/events/events/event'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { formatDateAndTimes, isMultiDay, keyOf, partialTimes, timeOf } from './event-times'

/** An event in the form that react-big-calendar needs. An event with `isNew` fades in, one with `isMoved` is dragged. */
export type EventItem = {
  title: string
  start: Date
  end: Date
  event: CalendarEvent
  isNew: boolean
  isMoved?: boolean
}

/** The part of an event in one week of the month view. */
export type Part = { event: EventItem; continuesPrior: boolean; continuesAfter: boolean }

/** The part of an event in one day of the week or day view. */
type TimedPart = Part & { style: { top: number; height: string; width: string; xOffset: string } }

const classOf = ({ event: { event, isNew, isMoved }, continuesPrior, continuesAfter }: Part) =>
  [
    'rbc-event event',
    event.Eventtype,
    isNew && 'is-new',
    isMoved && 'is-moved',
    isMultiDay(event) && 'is-long',
    continuesPrior && 'continues-prior',
    continuesAfter && 'continues-after',
  ]
    .filter(Boolean)
    .join(' ')

/** Begins to drag the event that a pointer presses. */
export const StartDrag = createContext((_event: CalendarEvent, _down: PointerEvent) => {})

type LinkProps = {
  event: CalendarEvent
  className: string
  style?: CSSProperties
  isDraggable?: boolean
  children: ReactNode
}

/** Links an event to its edit screen. See `ListItemProps` for `discover`. */
export function EventLink({ event, className, style, isDraggable, children }: LinkProps) {
  const startDrag = useContext(StartDrag)
  const { _id, occurrence, Eventtype, Location } = event
  return (
    <Link
      ref={preventSlotSelection}
      className={className}
      style={style}
      to={eventPath(_id, occurrence, 'EditEvent')}
      discover="none"
      draggable={false}
      onPointerDown={isDraggable ? (down) => startDrag(event, down) : undefined}
      title={`${formatDateAndTimes(event)} · ${Location} · ${Eventtype}`}
    >
      {children}
    </Link>
  )
}

/** An event in the month view, as one line. */
export function MonthEvent(part: Part) {
  const { event } = part.event
  return (
    <EventLink key={keyOf(event)} event={event} className={classOf(part)} isDraggable>
      <span className="event-mark" />
      {!part.continuesPrior && <span className="event-time">{timeOf(event.startDate)}</span>}
      <span className="event-name">{event.Name}</span>
      <span className="visually-hidden">
        , {formatDateAndTimes(event)}, {event.Eventtype}
      </span>
    </EventLink>
  )
}

/** An event in the month view of a phone: a coloured mark, not a link, because the whole day is a link. */
export function MonthMark(part: Part) {
  const { event } = part.event
  return (
    <span key={keyOf(event)} className={classOf(part)}>
      <span className="event-mark" />
      <span className="visually-hidden">
        {event.Name}, {formatDateAndTimes(event)}, {event.Eventtype}
      </span>
    </span>
  )
}

/** An event in the week and day view, as a box from its start to its end. */
export function TimedEvent(part: TimedPart) {
  const { event } = part.event
  const times = partialTimes(event, part.continuesPrior, part.continuesAfter)
  const [from, until] = times.split('–')
  const { top, height, width, xOffset } = part.style
  return (
    <EventLink
      key={keyOf(event)}
      event={event}
      className={classOf(part)}
      isDraggable
      style={{ top: `${top}%`, height, width, left: xOffset }}
    >
      <span className="event-words">
        <span className="event-name">{event.Name}</span>
        <span className="event-time">
          {from}
          {until && <span className="event-until">–{until}</span>}
        </span>
        <span className="event-place">{event.Location}</span>
        <span className="event-type">
          <span className="event-mark" />
          {event.Eventtype}
        </span>
      </span>
    </EventLink>
  )
}

/**
 * A ref callback. A press on the element must not select a slot: react-big-calendar listens for presses on the
 * document.
 */
export function preventSlotSelection(element: HTMLElement | null) {
  element?.addEventListener('mousedown', stopPropagation)
  element?.addEventListener('touchstart', stopPropagation, { passive: true })
}

const stopPropagation = (event: Event) => event.stopPropagation()
