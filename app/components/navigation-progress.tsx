import { useNavigation } from '@remix-run/react'

/** Visible when a navigation takes longer than 150 ms; see `.progress`. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="progress" role="progressbar" aria-label="Loading page" />
}
