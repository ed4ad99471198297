import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and for browsers without JavaScript. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
