/** The logo without the name: a bud between two leaves, in the current text colour. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="28" height="28" fill="currentColor" aria-hidden="true">
      <circle cx="12" cy="6.25" r="4.25" />
      <path d="M11.25 22.5c0-6-3.65-10.25-9.75-10.5C1.5 18.25 5.25 22.5 11.25 22.5Z" />
      <path d="M12.75 22.5c0-6 3.65-10.25 9.75-10.5 0 6.25-3.75 10.5-9.75 10.5Z" />
    </svg>
  )
}

/** `full` shows the name on small screens too. */
export function Logo({ full = false }: { full?: boolean }) {
  return (
    <span className={full ? 'logo full' : 'logo'}>
      <Mark />
      <span className="wordmark">Budkeeper</span>
    </span>
  )
}
