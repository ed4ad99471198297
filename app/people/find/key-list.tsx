import { forwardRef } from 'react'

const keys = [
  ['/', 'Find'],
  ['Ctrl K', 'Find, also while typing'],
  ['↑ ↓', 'Go through what was found'],
  ['Enter', 'Open it'],
  ['Esc', 'Close a list, a menu or this'],
  ['?', 'Show these keys'],
] as const

/** The keys of the dashboard, in a dialog that `?` opens. */
export const KeyList = forwardRef<HTMLDialogElement, { id: string }>(function KeyList({ id }, ref) {
  return (
    <dialog className="dialog key-list" ref={ref} aria-labelledby={id}>
      <h2 id={id}>Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-buttons">
        <button
          type="button"
          className="button quiet"
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        >
          Close
        </button>
      </div>
    </dialog>
  )
})
