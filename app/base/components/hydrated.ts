import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False on the server and before hydration. */
export function useHydrated() {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
