import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and before hydration. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
