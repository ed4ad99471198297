import { useEffect } from 'react'

/** The browser's time zone. */
export const guessTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Stores the browser's time zone, once, for a user who has none. A failure has no effect. */
export function TimeZoneGuess() {
  useEffect(() => {
    fetch('/api/v1/users/settings', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ timeZone: guessTimeZone() }),
    }).catch(() => {})
  }, [])
  return null
}
