import { shapes as publicShapes, Shape } from './icons'

const shapes = {
  ...publicShapes,
  today: 'M12 3.5v3M4.9 7.4 7 9.5M19.1 7.4 17 9.5M2.5 17h19M6.5 17a5.5 5.5 0 0 1 11 0M7 20.5h10',
  together: 'M9 6a6 6 0 1 0 0 12A6 6 0 0 0 9 6ZM15 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z',
  phone:
    'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3A1.5 1.5 0 0 1 18.5 19 14.5 14.5 0 0 1 5 5.5 1.5 1.5 0 0 1 6.5 4Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  flag: 'M5.5 21V4M5.5 5c4-2.5 7 2 12.5 0v8.5c-5.5 2-8.5-2.5-12.5 0',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  trash:
    'M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4l.8-12M10 11v5.5M14 11v5.5',
  logout: 'M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M15 8l4 4-4 4M19 12H9.5',
  copy: 'M9.5 8h9A1.5 1.5 0 0 1 20 9.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 18.5v-9A1.5 1.5 0 0 1 9.5 8ZM16 8V5.5A1.5 1.5 0 0 0 14.5 4h-9A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16H8',
  message:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 4v-4h-1A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5Z',
  alert: 'M12 4.5 21 19.5H3ZM12 10.5v4M12 16.9v.2',
  cake: 'M5 20.5v-7A1.5 1.5 0 0 1 6.5 12h11a1.5 1.5 0 0 1 1.5 1.5v7M3 20.5h18M5 16.5c1.75 1.5 3.5 1.5 4.67 0 1.17 1.5 3.5 1.5 4.67 0 1.17 1.5 2.9 1.5 4.66 0M12 12V8M12 5.5V4',
} as const

export type DashboardIconName = keyof typeof shapes

type Props = { name: DashboardIconName; label?: string }

/** An icon of the dashboard. */
export const DashboardIcon = ({ name, label }: Props) => <Shape path={shapes[name]} label={label} />
