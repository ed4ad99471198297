import { type DeleteButtonProps, ListCard } from '~/components/list-card'
import { fullName, initials } from './bud'
import type { Bud } from './bud-input.server'

/** The fields that the card shows. The list loader sends no others to the browser. */
export function budCardFields({
  _id,
  Firstname,
  Surname,
  Nickname,
  Occupation,
  Location,
  Budtype,
  photo,
}: Bud) {
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, photo }
}

type Props = { bud: ReturnType<typeof budCardFields>; deleteButton: DeleteButtonProps }

export function BudCard({ bud, deleteButton }: Props) {
  const { _id, Nickname, Occupation, Location, Budtype } = bud
  return (
    <ListCard
      _id={_id}
      badge={initials(bud)}
      photo={bud.photo}
      type={Budtype}
      name={fullName(bud)}
      alias={Nickname && `"${Nickname}"`}
      path="/dashboard/Bud"
      facts={{ job: Occupation, place: Location }}
      editPath="/dashboard/EditBud"
      deleteButton={deleteButton}
    />
  )
}
