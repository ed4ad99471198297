import { ListItem, type Shown } from '~/base/components/list-item'
import { fullName, initials } from './bud'
import type { Bud } from './bud-input.server'

/** The fields that the card or row shows. The list loader sends no others to the browser. */
export function budCardFields(bud: Bud) {
  const { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo } = bud
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo }
}

type Props = { bud: ReturnType<typeof budCardFields> } & Shown

export function BudCard({ bud, ...shown }: Props) {
  const { _id, Nickname, Occupation, Location, Budtype, photo } = bud
  return (
    <ListItem
      {...shown}
      _id={_id}
      badge={initials(bud)}
      photo={photo}
      type={Budtype}
      name={fullName(bud)}
      alias={Nickname && `"${Nickname}"`}
      path="/dashboard/Bud"
      facts={{ job: Occupation, place: Location }}
      editPath="/dashboard/EditBud"
    />
  )
}
