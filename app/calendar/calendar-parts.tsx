import { type ElementType, forwardRef, type ReactNode } from 'react'
import type { Components } from 'react-big-calendar'
import { type CalendarItem, MonthEvent, MonthMark, TimedEvent } from './CalendarEvents'
import { ColumnHeader, MonthDay, Weekday } from './CalendarHeaders'
import { dayOf, longDay } from './calendar-days'
import { MoreMarks, ShowMore } from './ShowMore'

type ColumnProps = { className: string; date: Date; children: ReactNode }

const DayColumn = forwardRef<HTMLDivElement, ColumnProps>(({ className, date, children }, ref) => (
  // biome-ignore lint/a11y/useSemanticElements: react-big-calendar needs a div
  <div ref={ref} className={className} role="group" aria-label={longDay(dayOf(date))}>
    {children}
  </div>
))

/** The hours next to the columns. Focusable, so that the keyboard can scroll a day without events. */
function Hours({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element
    // biome-ignore lint/a11y/useSemanticElements: the group has no form fields
    <div className="calendar-hours" role="group" aria-label="Hours" tabIndex={0}>
      {children}
    </div>
  )
}

/** react-big-calendar gives each week the role of a table row, so the events of the week need the role of a cell. */
function WeekEvents({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: react-big-calendar builds the table from divs
    <div role="cell">{children}</div>
  )
}

const timeView = { header: ColumnHeader, eventWrapper: TimedEvent }

const partsFor = (showMore: ElementType, monthEvent: ElementType) =>
  ({
    dayColumnWrapper: DayColumn,
    timeGutterWrapper: Hours,
    weekWrapper: WeekEvents,
    showMore,
    month: { header: Weekday, dateHeader: MonthDay, eventWrapper: monthEvent },
    week: timeView,
    day: timeView,
  }) as unknown as Components<CalendarItem>

/** The components that react-big-calendar renders, for wide and for narrow windows. */
export const parts = { wide: partsFor(ShowMore, MonthEvent), narrow: partsFor(MoreMarks, MonthMark) }
