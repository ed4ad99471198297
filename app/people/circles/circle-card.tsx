import { initialOf } from '~/base/components/initial'
import type { Column } from '~/base/components/list-head'
import { ListItem, type Shown } from '~/base/components/list-item'
import type { ListView } from '~/base/forms/list-view'
import { BudLinks, budCount, firstBuds } from '~/people/buds/bud-links'
import type { ListedCircle } from './circle-input.server'

/** The fields that the card or row shows. The list loader sends no others to the browser. */
export function circleCardFields({ buds, totalBuds, ...circle }: ListedCircle, view: ListView) {
  const { _id, Name, Shortname, Description, Location, Circletype } = circle
  return { _id, Name, Shortname, Description, Location, Circletype, ...firstBuds(buds, totalBuds, view) }
}

export const circleHeadings: Column[] = [
  { label: 'Name', kind: 'name', sorts: ['A-Z', 'Z-A'] },
  { label: 'Location', kind: 'place' },
  { label: 'Buds', kind: 'count' },
  { label: 'Type', kind: 'type', sorts: ['circleType'] },
]

type Props = { circle: ReturnType<typeof circleCardFields> } & Shown

export function CircleCard({ circle, ...shown }: Props) {
  const { _id, Name, Shortname, Description, Location, Circletype } = circle
  return (
    <ListItem
      {...shown}
      _id={_id}
      badge={badgeOf(Name)}
      type={Circletype}
      name={Name}
      alias={Shortname}
      facts={{ words: Description, place: Location }}
      count={budCount(circle.totalBuds)}
      path="/dashboard/Circle"
      editPath="/dashboard/EditCircle"
    >
      <div className="list-card-buds">
        <h3>Buds:</h3>
        <BudLinks
          {...circle}
          editPath="/dashboard/EditCircle"
          none="No buds associated with this circle"
          planPath={`/dashboard/Together?circle=${_id}`}
        />
      </div>
    </ListItem>
  )
}

/** The initials of a circle. */
export function badgeOf(name: string) {
  const words = name.split(/\s+/).slice(0, 2)
  return words.map(initialOf).join('')
}
