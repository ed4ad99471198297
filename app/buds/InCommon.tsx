import { type ChosenBud, inCommon } from './chosen'
import './in-common.css'

const kinds = [
  { list: 'hobbies', title: 'Common Hobbies' },
  { list: 'preferences', title: 'Common Preferences' },
] as const

/** What the buds share: the two panels of the circle and event forms (specification §2, 'Shared panels'). */
export function InCommon({ buds }: { buds: ChosenBud[] }) {
  return (
    <div className="in-common">
      {kinds.map(({ list, title }) => (
        <Panel key={list} list={list} title={title} buds={buds} />
      ))}
    </div>
  )
}

function Panel({ list, title, buds }: { list: 'hobbies' | 'preferences'; title: string; buds: ChosenBud[] }) {
  const shared = inCommon(buds, (bud) => bud[list])
  return (
    <section>
      <h3>{title}</h3>
      {buds.length < 2 && <p>Add at least two buds to see shared {list}</p>}
      {buds.length > 1 && shared.length === 0 && <p>No shared {list} found among selected buds</p>}
      <ul>
        {shared.map(({ item, buds }) => (
          <li key={item}>
            {item} {buds.length} in common
          </li>
        ))}
      </ul>
    </section>
  )
}
