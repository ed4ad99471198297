import { Icon } from '~/base/components/icons'
import './bud-picture.css'

const samples = [
  { name: 'Maya Okafor', nickname: 'May', job: 'Landscape architect', place: 'Bristol', type: 'Friend' },
  { name: 'Rosa Delgado', nickname: '', job: 'Retired teacher', place: 'Valencia', type: 'Family' },
  { name: 'Tom Lindqvist', nickname: 'Linden', job: 'Product lead', place: 'Edinburgh', type: 'Client' },
]

/** An illustration in HTML: three buds and a hobby that two of them share. */
export function BudPicture() {
  return (
    <div className="bud-picture" aria-hidden="true">
      {samples.map(({ name, nickname, job, place, type }) => (
        <div className="sample" key={name}>
          <span className={`badge ${type}`}>{name.replace(/[^A-Z]/g, '')}</span>
          <p className="name">
            {name}
            {nickname && <small>"{nickname}"</small>}
          </p>
          <span className={`tag ${type}`}>{type}</span>
          <p className="fact">
            <Icon name="briefcase" />
            {job}
          </p>
          <p className="fact">
            <Icon name="pin" />
            {place}
          </p>
        </div>
      ))}
      <p className="shared">
        <Icon name="heart" />
        Bird Watching <b>2 in common</b>
      </p>
    </div>
  )
}
