import type { IconName } from '~/base/components/icons'
import { fullName, initials, type Person } from '~/people/buds/bud'

/** The maximum number of results of each kind. */
export const foundLimit = 8

/** The body of `GET /find`, best match first (product 17). */
export type Found = {
  buds: Person[]
  circles: { _id: string; Name: string }[]
  events: { _id: string; Name: string; startDate: string }[]
}

export type Result = {
  _id: string
  to: string
  name: string
  note?: string
  photo?: string | null
  /** Shown without a photo. */
  initials?: string
  icon?: IconName
}

export type Group = {
  label: string
  results: Result[]
  /** The path of the list. */
  list: string
}

/** The results as the screen and the suggestions show them. A kind without results has no group. */
export function groupsOf({ buds, circles, events }: Found): Group[] {
  const ofBuds = buds.map(({ _id, photo, ...bud }) => ({
    _id,
    to: `/dashboard/Bud/${_id}`,
    name: fullName(bud),
    photo,
    initials: initials(bud),
  }))
  const ofCircles = circles.map(({ _id, Name }) => ({
    _id,
    to: `/dashboard/Circle/${_id}`,
    name: Name,
    icon: 'circle' as const,
  }))
  const ofEvents = events.map(({ _id, Name, startDate }) => ({
    _id,
    to: `/dashboard/Event/${_id}`,
    name: Name,
    note: startDate.replace('T', ' '),
    icon: 'event' as const,
  }))
  const groups = [
    { label: 'Buds', results: ofBuds, list: '/dashboard' },
    { label: 'Circles', results: ofCircles, list: '/dashboard/AllCircles' },
    { label: 'Events', results: ofEvents, list: '/dashboard/AllEvents' },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

export function countText(groups: Group[]) {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  return count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`
}
