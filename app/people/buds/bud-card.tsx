import type { ReactNode } from 'react'
import { formatPastDay } from '~/base/components/day'
import type { Column } from '~/base/components/list-head'
import { ListItem, type Shown } from '~/base/components/list-item'
import { fullName, initials, neverDue, otherBudLabels } from './bud'
import { daysFrom, lateness } from './bud-dates'
import type { Bud } from './bud-input.server'
import { drawnFace } from './drawn-face'

/** The fields that the card or row shows. The list loader sends no others to the browser. */
export function budCardFields(bud: Bud) {
  const { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo, tags, archivedAt } = bud
  const isArchived = archivedAt !== null
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo, tags, isArchived }
}

/** When a bud was in touch last, and when it is due, as texts. Cards do not show them. */
export function contactOf({ lastContactOn, dueOn }: Pick<Bud, 'lastContactOn' | 'dueOn'>, today: string) {
  const isLate = dueOn !== null && dueOn < today
  const isDue = dueOn !== null && dueOn !== neverDue
  const due = isLate ? lateness(daysFrom(dueOn, today)) : isDue ? formatPastDay(dueOn, today) : ''
  return { last: lastContactOn ? formatPastDay(lastContactOn, today) : '', due, isLate }
}

export const budHeadings: Column[] = [
  { label: 'Name', kind: 'name', sorts: ['A-Z', 'Z-A'] },
  { label: 'Occupation', kind: 'job' },
  { label: 'Location', kind: 'place' },
  { label: 'Last contact', kind: 'last' },
  { label: 'Next due', kind: 'due' },
  { label: 'Type', kind: 'type', sorts: ['budType'] },
]

export type ListedBud = ReturnType<typeof budCardFields> & {
  contact?: ReturnType<typeof contactOf> | undefined
}

/** 'Book club, Climbing and 2 more' */
function shortTags(tags: string[]) {
  const shown = tags.slice(0, 3).join(', ')
  return tags.length > 3 ? `${shown} and ${tags.length - 3} more` : shown
}

type Props = { bud: ListedBud; state?: unknown; select?: ReactNode } & Shown

/** `state` is that of the link to the page of the bud. */
export function BudCard({ bud, ...shown }: Props) {
  const { _id, Nickname, Occupation, Location, Budtype, photo, tags, isArchived, contact } = bud
  const { last, due, isLate } = contact ?? {}
  return (
    <ListItem
      {...shown}
      _id={_id}
      badge={initials(bud)}
      face={drawnFace(_id)}
      photo={photo}
      type={Budtype}
      name={fullName(bud)}
      alias={[isArchived && otherBudLabels.archivedAt, Nickname && `"${Nickname}"`]
        .filter(Boolean)
        .join(' · ')}
      path="/dashboard/Bud"
      facts={{
        job: Occupation,
        place: Location,
        tags: shortTags(tags),
        last,
        due: isLate ? <span className="late">{due}</span> : due,
      }}
      editPath="/dashboard/EditBud"
    />
  )
}
