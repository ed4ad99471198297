import { type Deletion, Entry } from '~/components/entry'
import { fullName, initials } from './bud'
import type { Bud } from './bud-input.server'

/** The fields of a bud that its card shows: no other is sent. */
export function onBudCard({ _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }: Bud) {
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }
}

type BudCardFields = ReturnType<typeof onBudCard>

export function BudCard({ bud, deletion }: { bud: BudCardFields; deletion: Deletion }) {
  const { _id, Nickname, Occupation, Location, Budtype } = bud
  return (
    <Entry
      _id={_id}
      badge={initials(bud)}
      type={Budtype}
      name={fullName(bud)}
      alias={Nickname && `"${Nickname}"`}
      editAt="/dashboard/EditBud"
      deletion={deletion}
    >
      <div className="entry-facts">
        {Occupation && <p className="job">{Occupation}</p>}
        {Location && <p className="place">{Location}</p>}
      </div>
    </Entry>
  )
}
