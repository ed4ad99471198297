import { useEffect, useRef } from 'react'
import { contentWouldChange } from './post'

type Props = {
  /** A new value moves the focus to this section. */
  actionData: object | undefined
  /** The content without the parts that the sanitiser removes. */
  sanitised: string
  changes: string[]
}

/** Asks the author to accept the changes of the sanitiser. */
export function ContentChanges({ actionData, sanitised, changes }: Props) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In the next frame, after Conform has focused the first invalid field.
    if (actionData) requestAnimationFrame(() => section.current?.focus())
  }, [actionData])
  return (
    <section ref={section} tabIndex={-1} className="error-summary cleaning" aria-labelledby="cleaning">
      <h2 id="cleaning">{contentWouldChange}</h2>
      <p>It could run in a reader's browser or has no place in an article. Nothing is saved yet.</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <details>
        <summary>The cleaned version</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element */}
        <pre tabIndex={0}>{sanitised}</pre>
      </details>
      <p className="summary-actions">
        <button type="submit" className="button quiet" name="sanitize" value="true">
          Save without it
        </button>
        <a href="#post-content" className="button bare">
          Edit the content
        </a>
      </p>
    </section>
  )
}
