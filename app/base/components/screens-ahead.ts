/** Files that the browser has. */
const fetched = new Set<string>()

/**
 * Fetches the scripts and style sheets of the screens to which the page and the sidebar lead, so that a press waits for data
 * only. Of the links to records, which Remix leaves alone, one of each kind makes their route known. Not the calendar, whose
 * grid alone is larger than all others.
 */
export async function loadScreensAhead() {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const { pathname } = location
  const kinds = discoverKinds()
  await known(kinds)
  for (const kind of kinds)
    for (const { module, imports = [], css = [] } of routesOf(kind)) {
      await new Promise((resolve) =>
        'requestIdleCallback' in window ? requestIdleCallback(resolve) : resolve(0),
      )
      if (location.pathname !== pathname) return
      // A browser may remember that an import failed. What was fetched does not fail.
      const files = [module, ...imports, ...css].filter((file) => !fetched.has(file))
      const responses = await Promise.all(files.map((file) => fetch(file, { priority: 'low' })))
      if (!responses.every(({ ok }) => ok)) return
      for (const file of files) fetched.add(file)
      await import(/* @vite-ignore */ module)
    }
}

const kindOf = (path = '') => path.split('/')[0]?.toLowerCase() ?? ''

/** Screens of the dashboard by the first word of their paths, which is empty for the buds. */
const routesOf = (kind: string) =>
  Object.values(window.__remixManifest.routes).filter(
    ({ path, parentId }) => parentId?.startsWith('routes/dashboard/') && kindOf(path) === kind,
  )

function discoverKinds() {
  const kinds = new Set<string>()
  for (const links of ['main a[href^="/dashboard/"]', '#sidebar a'])
    for (const link of document.querySelectorAll<HTMLAnchorElement>(links)) {
      const kind = kindOf(link.pathname.split('/').slice(2).join('/'))
      if (!kinds.has(kind) && routesOf(kind).length === 0) link.dataset.discover = 'true'
      kinds.add(kind)
    }
  kinds.delete('calendar')
  return kinds
}

/** Waits at most 5 seconds for the answer of the server to Remix, which asks it for the routes of links. */
async function known(kinds: Set<string>) {
  for (let n = 0; n < 20 && ![...kinds].every((kind) => routesOf(kind).length > 0); n++)
    await new Promise((resolve) => setTimeout(resolve, 250))
}
