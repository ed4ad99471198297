import { Link } from '@remix-run/react'
import { type ComponentProps, forwardRef } from 'react'
import { addressOf, type CalendarView } from './calendar-period'

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'preventScrollReset'> & {
  to: { view: CalendarView; date?: string }
}

/** Leads to another period of the calendar, which stays where it is on the page. */
export const PeriodLink = forwardRef<HTMLAnchorElement, Props>(({ to, ...props }, ref) => (
  <Link ref={ref} to={addressOf(to)} preventScrollReset {...props} />
))
