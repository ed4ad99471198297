import { formatDay } from '~/base/components/day'
import type { IconName } from '~/base/components/icons'
import { fullName, initials, otherBudLabels, type Person } from '~/people/buds/bud'
import { firstPlaces, places } from './places'

/** What else than buds is found. */
export const otherKinds = 'circles and events'

/** The maximum number of results of each kind. */
export const foundLimit = 8

type Named = { _id: string; Name: string }
/** `note` is the part of another text that matches, if the name does not. */
type FoundRecord = Named & { note: string }

/** The body of `GET /find`, best match first (product 17). */
export type Found = {
  /** `note` is a line that tells people of one name apart, or the address or number that matches. */
  buds: (Person & { archivedAt: string | null; note: string })[]
  circles: FoundRecord[]
  events: (FoundRecord & { startDate: string })[]
}

export type Result = {
  _id: string
  to: string
  name: string
  note?: string
  photo?: string | null | undefined
  /** Shown without a photo. */
  initials?: string | undefined
  icon?: IconName | undefined
}

export type Group = {
  label: string
  results: Result[]
  /** The path of the list. Actions have none. */
  list?: string
}

/** The results as the screen and the suggestions show them. A kind without results has no group. */
export function groupsOf({ buds, circles, events }: Found): Group[] {
  const ofBuds = buds.map(({ note, archivedAt, ...bud }) => ({
    ...resultOf(bud),
    note: [archivedAt && otherBudLabels.archivedAt, note].filter(Boolean).join(' · '),
  }))
  const ofCircles = circles.map(({ note, ...circle }) => ({ ...resultOfCircle(circle), note }))
  const ofEvents = events.map(({ startDate, note, ...event }) => ({
    ...resultOfEvent(event),
    note: [`${formatDay(startDate.slice(0, 10))}, ${startDate.slice(11)}`, note].filter(Boolean).join(' · '),
  }))
  const groups = [
    { label: 'Buds', results: ofBuds, list: '/dashboard' },
    { label: 'Circles', results: ofCircles, list: '/dashboard/AllCircles' },
    { label: 'Events', results: ofEvents, list: '/dashboard/AllEvents' },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

export const resultOfCircle = ({ _id, Name }: Named): Result => ({
  _id,
  to: `/dashboard/Circle/${_id}`,
  name: Name,
  icon: 'circle',
})

export const resultOfEvent = ({ _id, Name }: Named): Result => ({
  _id,
  to: `/dashboard/Event/${_id}`,
  name: Name,
  icon: 'event',
})

export const resultOf = ({ _id, photo, ...bud }: Person): Result => ({
  _id,
  to: `/dashboard/Bud/${_id}`,
  name: fullName(bud),
  photo,
  initials: initials(bud),
})

/** What can be done with a text and the first bud that it finds. Without a text, what one begins with. */
export function actionsOf(q: string, { buds: [bud] }: Pick<Found, 'buds'>): Group {
  const add = q && {
    name: `Add '${q}'`,
    to: `/dashboard/AddBud?name=${encodeURIComponent(q)}`,
    icon: 'plus' as const,
  }
  const withBud = bud && [
    {
      name: `Log a contact with ${fullName(bud)}`,
      to: `/dashboard/Bud/${bud._id}#log-note`,
      icon: 'check' as const,
    },
    { name: `Plan with ${fullName(bud)}`, to: `/dashboard/Together?buds=${bud._id}`, icon: 'event' as const },
  ]
  const starts = ({ name }: { name: string }) => ` ${name}`.toLowerCase().includes(` ${q.toLowerCase()}`)
  const found = q ? places.filter(starts).slice(0, foundLimit) : places.slice(0, firstPlaces)
  const goTo = found
    .slice(0, foundLimit)
    .map(({ name, to }) => ({ name: `Go to ${name}`, to, icon: 'chevron-right' as const }))
  const results = [add, ...(withBud ?? []), ...goTo].filter((action) => !!action)
  return { label: 'Actions', results: results.map((action) => ({ ...action, _id: action.to })) }
}

export function countText(groups: Group[]) {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  return count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`
}
