export const shapes = {
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM20 20l-4.3-4.3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5C5.1 16.9 8.2 15 12 15s6.9 1.9 7.5 5.5',
  buds: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5C3 16.5 5.7 15 9 15s6 1.5 6.5 4.5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 15.3c1.9.6 3.2 2 3.5 4.2',
  calendar:
    'M5 5.5h14A1.5 1.5 0 0 1 20.5 7v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V7A1.5 1.5 0 0 1 5 5.5ZM3.5 10h17M8 3v4M16 3v4',
  shield: 'M12 3.5 19 6v5.5c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6l7-2.5Z',
  pin: 'M12 21c4.5-4.6 6.5-8 6.5-11a6.5 6.5 0 1 0-13 0c0 3 2 6.4 6.5 11ZM12 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z',
  briefcase:
    'M5 8h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 8ZM9 8V6a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M3.5 13h17',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-down': 'M6 9.5l6 6 6-6',
  eye: 'M2.5 12c2-4 5.3-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.3 6.5-9.5 6.5S4.5 16 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  heart: 'M12 20s-7.5-4.4-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.6-7.5 10-7.5 10Z',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M7.5 5v14L18.5 12 7.5 5Z',
  sparkle:
    'M11 4c.8 4.4 2.6 6.2 7 7-4.4.8-6.2 2.6-7 7-.8-4.4-2.6-6.2-7-7 4.4-.8 6.2-2.6 7-7ZM18.5 16.5c.3 1.6.9 2.2 2.5 2.5-1.6.3-2.2.9-2.5 2.5-.3-1.6-.9-2.2-2.5-2.5 1.6-.3 2.2-.9 2.5-2.5Z',
  mail: 'M5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5ZM4 7l8 6 8-6',
  pen: 'M15.5 5.5l3 3L8 19l-4 1 1-4L15.5 5.5ZM13 8l3 3',
  event:
    'M4 8a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 8v2a2 2 0 0 0 0 4v2a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16v-2a2 2 0 0 0 0-4V8ZM14 6.5v2M14 11v2M14 15.5v2',
  circle:
    'M12 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM5.5 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM18.5 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.5 6.3A7.5 7.5 0 0 0 4.6 12M15.5 6.3a7.5 7.5 0 0 1 3.9 5.7M9 19.4a7.6 7.6 0 0 0 6 0',
} as const

export type IconName = keyof typeof shapes

type Props = { name: IconName; label?: string }

/** An icon that public pages and the dashboard use. `DashboardIcon` has the others, which public pages do not load. */
export const Icon = ({ name, label }: Props) => <Shape path={shapes[name]} label={label} />

/**
 * `.icon` sets stroke and size. Screen readers ignore the drawing. They read `label`, or the text of the
 * control around it.
 */
export function Shape({ path, label }: { path: string; label: string | undefined }) {
  return (
    <>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </>
  )
}
