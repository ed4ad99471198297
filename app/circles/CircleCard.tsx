import { BudLinks, firstBuds } from '~/buds/BudLinks'
import { type DeleteButtonProps, ListCard } from '~/components/list-card'
import type { ListedCircle } from './circle-input.server'

/** The fields that the card shows. The list loader sends no others to the browser. */
export function circleCardFields({ buds, totalBuds, ...circle }: ListedCircle) {
  const { _id, Name, Shortname, Description, Location, Circletype } = circle
  return { _id, Name, Shortname, Description, Location, Circletype, ...firstBuds(buds, totalBuds) }
}

type Props = { circle: ReturnType<typeof circleCardFields>; deleteButton: DeleteButtonProps }

export function CircleCard({ circle, deleteButton }: Props) {
  const { _id, Name, Shortname, Description, Location, Circletype } = circle
  return (
    <ListCard
      _id={_id}
      badge={badgeOf(Name)}
      type={Circletype}
      name={Name}
      alias={Shortname}
      facts={{ words: Description, place: Location }}
      editPath="/dashboard/EditCircle"
      deleteButton={deleteButton}
    >
      <div className="list-card-buds">
        <h3>Buds:</h3>
        <BudLinks {...circle} editPath="/dashboard/EditCircle" none="No buds associated with this circle" />
      </div>
    </ListCard>
  )
}

function badgeOf(name: string) {
  const words = name.split(/\s+/).slice(0, 2)
  return words.map(([letter = '']) => letter).join('')
}
