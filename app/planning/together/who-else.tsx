import type { MouseEvent } from 'react'
import { Icon } from '~/base/components/icons'
import { fullName } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import type { Suggestion } from './together'
import './who-else.css'

type Props = {
  suggestions: Suggestion[]
  /** The id of the form that the buttons submit, if they are outside of it. */
  form?: string
  /** Where the page is after the form was submitted without JavaScript. */
  formAction?: string
  /** Adds the bud without submitting the form. */
  onAdd?: (id: string, event: MouseEvent<HTMLButtonElement>) => void
}

/** Buds that fit to the chosen ones, each with its reason and a button that adds it (product 21.2). */
export function WhoElse({ suggestions, onAdd, ...target }: Props) {
  return (
    <ul className="who-else">
      {suggestions.map(({ bud, reason }) => (
        <li key={bud._id}>
          <BudPortrait bud={bud} />
          <div>
            <p className="who-else-name" id={`add-${bud._id}`}>
              {fullName(bud) || 'Name unknown'}
            </p>
            <p className="who-else-reason">{reason}</p>
          </div>
          <button
            type="submit"
            {...target}
            formNoValidate
            className="button quiet"
            name="addBud"
            value={bud._id}
            aria-describedby={`add-${bud._id}`}
            onClick={onAdd && ((event) => onAdd(bud._id, event))}
          >
            <Icon name="plus" />
            Add
          </button>
        </li>
      ))}
    </ul>
  )
}
