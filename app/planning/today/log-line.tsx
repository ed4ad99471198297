import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { interactionNoteLength } from '~/people/interactions/interaction'
import './log-line.css'

/** The kinds of interaction that one press logs. Their buttons say what was done: 'Call' on the same page dials. */
const kinds = { call: 'Called', message: 'Wrote', meeting: 'Met', letter: 'Letter', note: 'Note' }

type Props = {
  /** The id of the field. */
  id: string
  /** The id of whom it is about, if the page shows several buds. */
  describedBy?: string
  note?: string | undefined
  isBusy?: boolean
}

/** An optional sentence, and a button for each kind of interaction. It is part of a form. */
export function LogLine({ id, describedBy, note, isBusy }: Props) {
  useFocusByHash(id)
  return (
    <div className="log-line">
      <label htmlFor={id}>What was it about? (optional)</label>
      <textarea
        className="input"
        id={id}
        name="note"
        rows={2}
        maxLength={interactionNoteLength}
        defaultValue={note}
        aria-describedby={describedBy}
      />
      <div className="log-kinds">
        {Object.entries(kinds).map(([kind, label]) => (
          <button
            key={kind}
            type="submit"
            className="button quiet"
            name="kind"
            value={kind}
            disabled={isBusy}
            aria-describedby={describedBy}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** A link to the field also gives it the focus. */
function useFocusByHash(id: string) {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.focus()
  }, [hash, key, id])
}
