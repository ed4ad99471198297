import { showAsModal } from '~/base/components/confirm-dialog'

const keys = [
  ['/', 'Find'],
  ['Ctrl K', 'Find, also while typing'],
  ['↑ ↓', 'Go through what was found'],
  ['Enter', 'Open it'],
  ['Esc', 'Close a list, a menu or this'],
  ['?', 'Show these keys'],
] as const

/** The keys of the dashboard, in a dialog. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <dialog className="dialog key-list" ref={showAsModal} onClose={onClose} aria-labelledby="key-list">
      <h2 id="key-list">Keys</h2>
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
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  )
}
