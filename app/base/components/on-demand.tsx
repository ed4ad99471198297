import type { ComponentType } from 'react'

/**
 * A component whose code the browser loads when it is first shown, inside of a `Suspense`. The loader of its screen waits
 * for `prepare`, because the server renders a page at once; in the browser `prepare` loads the code ahead.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let failure: unknown
  async function loadOnce() {
    failure = undefined
    Loaded = await load()
  }
  function prepare() {
    loading ??= loadOnce().catch((error) => {
      loading = undefined
      failure = error
      throw error
    })
    return loading
  }
  // A server reads its code at the start, as the next build may replace the files.
  if (typeof document === 'undefined') void prepare().catch(() => undefined)
  // biome-ignore lint/correctness/noComponentHookFactories: a module calls it once
  function OnDemand(props: Props) {
    if (failure) throw failure
    if (!Loaded) throw prepare()
    return <Loaded {...props} />
  }
  return Object.assign(OnDemand, { prepare })
}

/** The props of an element that has the links to the component: a pointer over it, or the focus in it, loads the code. */
export const preparedBy = ({ prepare }: { prepare: () => Promise<void> }) => {
  const load = () => void prepare().catch(() => undefined)
  return { onPointerOver: load, onFocus: load }
}

/** Does what no one waits for. Safari does not say when it is idle. Returns what calls it off. */
export function whenIdle(work: () => void) {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work)
  return () => cancelIdleCallback(id)
}
