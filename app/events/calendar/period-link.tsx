import { type ComponentProps, forwardRef } from 'react'
import { Link } from '~/base/components/link'
import { type CalendarView, searchOf } from './calendar-period'

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'ref'> & {
  period: { view: CalendarView; date?: string }
}

/** Links to another period of the calendar. The page keeps its scroll position. */
export const PeriodLink = forwardRef<HTMLAnchorElement, Props>(({ period, ...props }, ref) => (
  <Link ref={ref} to={searchOf(period)} preventScrollReset {...props} />
))
