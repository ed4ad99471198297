import { whenIdle } from './on-demand'

/** Files that are loaded. */
const loaded = new Set<string>()

/**
 * Loads the scripts and style sheets of the screens to which the sidebar and the page lead, so that a press waits for data
 * only. Of the links to records, which Remix leaves alone, one of each kind makes their route known. Not the calendar, whose
 * grid alone is larger than all others.
 */
export async function loadScreensAhead() {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  const kinds = new Set<string | undefined>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    '#sidebar a, main a[href^="/dashboard/"]',
  )) {
    const kind = link.pathname.split('/')[2]?.toLowerCase()
    if (!kinds.has(kind)) link.dataset.discover = 'true'
    kinds.add(kind)
  }
  kinds.delete('calendar')
  await routesKnown()
  for (const { path, parentId, module, css = [] } of Object.values(window.__remixManifest.routes)) {
    const isWanted =
      parentId?.startsWith('routes/dashboard/') && kinds.has(path?.split('/')[0]?.toLowerCase())
    if (!isWanted || loaded.has(module)) continue
    // A press comes first.
    await new Promise<void>(whenIdle)
    const files = css.filter((file) => !loaded.has(file))
    for (const file of [module, ...files]) loaded.add(file)
    await Promise.all([import(/* @vite-ignore */ module), ...files.map((file) => fetch(file))])
  }
}

/** Remix waits 100 ms for more links before it asks for their routes. */
const routesKnown = () => new Promise((resolve) => setTimeout(resolve, 500))
