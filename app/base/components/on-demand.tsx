import type { ComponentType, SyntheticEvent } from 'react'

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

/**
 * The props of an element that has the controls that open the component, by default links to a form in place: a pointer or
 * the focus at one of them loads the code.
 */
export function preparedBy({ prepare }: { prepare: () => Promise<void> }, controls = '[href*="edit="]') {
  const load = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest(controls)) prepare().catch(() => {})
  }
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
