import { type Deletion, Entry } from '~/components/entry'
import { type Bud, fullName, initials } from './bud'

export type BudCardFields = Pick<
  Bud,
  '_id' | 'Firstname' | 'Surname' | 'Nickname' | 'Occupation' | 'Location' | 'Budtype'
>

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
