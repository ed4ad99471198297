import { type ComponentProps, forwardRef } from 'react'
import { addressOf, type CalendarView } from './calendar-period'

type Props = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  to: { view: CalendarView; date?: string }
}

/** Leads to another period of the calendar, which stays where it is on the page. */
export const PeriodLink = forwardRef<HTMLAnchorElement, Props>(({ to, ...props }, ref) => (
  <a ref={ref} href={addressOf(to)} data-in-place {...props} />
))
