import { BudLinks, budsOnCard } from '~/buds/BudLinks'
import { type Deletion, Entry } from '~/components/entry'
import type { ListedCircle } from './circle-input.server'

/** The fields of a circle that its card shows: no other is sent. */
export function onCircleCard({ buds, totalBuds, ...circle }: ListedCircle) {
  const { _id, Name, Shortname, Description, Location, Circletype } = circle
  return { _id, Name, Shortname, Description, Location, Circletype, ...budsOnCard(buds, totalBuds) }
}

type CircleCardFields = ReturnType<typeof onCircleCard>

export function CircleCard({ circle, deletion }: { circle: CircleCardFields; deletion: Deletion }) {
  const { _id, Name, Shortname, Description, Location, Circletype, buds, moreBuds } = circle
  return (
    <Entry
      _id={_id}
      badge={badgeOf(Name)}
      type={Circletype}
      name={Name}
      alias={Shortname}
      editAt="/dashboard/EditCircle"
      deletion={deletion}
    >
      <div className="entry-facts">
        {Description && <p className="words">{Description}</p>}
        {Location && <p className="place">{Location}</p>}
      </div>
      <div className="entry-buds">
        <h3>Buds:</h3>
        {buds.length > 0 ? (
          <BudLinks buds={buds} more={moreBuds} allAt={`/dashboard/EditCircle/${_id}`} />
        ) : (
          <p className="help">No buds associated with this circle</p>
        )}
      </div>
    </Entry>
  )
}

/** The first letters of the first two words. */
function badgeOf(name: string) {
  const words = name.split(/\s+/).slice(0, 2)
  return words.map(([letter = '']) => letter).join('')
}
