import { Icon, type IconName } from '~/base/components/icons'
import { calendarViews, type Period, shiftPeriod, stepOf, titleOf } from './calendar-period'
import { PeriodLink } from './period-link'

const labels = { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' } as const

/** The title of the period and links to other periods. Each period has its own URL. */
export function CalendarToolbar({ period, status }: { period: Period; status: string }) {
  const { view, date } = period
  return (
    <div className="calendar-toolbar">
      <h2 aria-live="polite">{titleOf(period)}</h2>
      <p className="calendar-status" role="status">
        {status}
      </p>
      <nav className="calendar-moves" aria-label="Time">
        <Move period={shiftPeriod(-1, period)} icon="chevron-left" label={`Previous ${stepOf(period)}`} />
        <PeriodLink period={{ view }}>Today</PeriodLink>
        <Move period={shiftPeriod(1, period)} icon="chevron-right" label={`Next ${stepOf(period)}`} />
      </nav>
      <nav className="tabs calendar-views" aria-label="View">
        {calendarViews.map((name) => (
          <PeriodLink
            key={name}
            period={{ view: name, date }}
            aria-current={name === view ? 'page' : undefined}
          >
            {labels[name]}
          </PeriodLink>
        ))}
      </nav>
    </div>
  )
}

function Move({ period, icon, label }: { period: Period; icon: IconName; label: string }) {
  return (
    <PeriodLink period={period} title={label}>
      <Icon name={icon} label={label} />
    </PeriodLink>
  )
}
