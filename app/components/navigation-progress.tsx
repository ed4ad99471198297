import { useNavigation } from '@remix-run/react'

/** Shows only when a page is long in coming; see `.progress`. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="progress" role="progressbar" aria-label="Loading page" />
}
