import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

/** Keeps the dependencies of react-select and react-big-calendar out of the chunks that every page loads. */
function manualChunks(id: string) {
  if (/node_modules\/(@babel\/runtime|memoize-one)\/|^\0unused-module/.test(id)) return 'packages'
  // One chunk is smaller than several: all that the dashboard imports, and all that the root imports too.
  if (
    /app\/(events\/events\/event|planning\/(reminders\/(settings|time-zone-guess)|together\/together)|integrations\/devices\/device|people\/(find\/(places|recent|find|find-shortcut|suggestions)|buds\/(bud-portrait|drawn-face)|lists\/smart-list|proposals\/proposal)|base\/components\/(confirm-dialog|count|history-entry|leave-guard|unanswered-forms|time|dashboard-icons))\./.test(
      id,
    )
  )
    return 'dashboard'
  // What lists and pages of records have in common.
  if (
    /app\/(people\/(buds\/(beside-list|bud-dates|contact-lines|tags)|bulk\/bulk|interactions\/interaction)|base\/components\/(delete-dialog|empty-state|on-demand|pagination))\.|preload-helper/.test(
      id,
    )
  )
    return 'records'
  if (/app\/base\/components\/list-(header|screen|search)\./.test(id)) return 'lists'
  if (/app\/base\/(forms\/lengths|components\/(field|form-error))\./.test(id)) return 'fields'
  if (/app\/account\/accounts\/account(-tabs?\.tsx|\.css)/.test(id)) return 'account-tab'
  const isInRoot =
    /app\/base\/(components\/(account-field|clipboard|focus-field|hydrated|nonce|page-error|theme|toasts)|http\/handle|node\/durations)\./
  return isInRoot.test(id) ? 'shell' : undefined
}

/** Rollup may remove unused property reads, because no getter in these sources has side effects. */
const browserOutput = {
  treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false },
  output: { experimentalMinChunkSize: 300, manualChunks },
}

/**
 * The server bundle starts at `server.ts`, so that Express and the routes share one database and one log. In the
 * browser build, small chunks are merged.
 */
const bundles: Plugin = {
  name: 'bundles',
  enforce: 'post',
  config: (_config, { isSsrBuild }) => ({
    build: {
      // A page loads about 1 kB less than with esbuild.
      minify: isSsrBuild ? false : 'terser',
      terserOptions: { compress: { passes: 3 } },
      rollupOptions: isSsrBuild ? { input: './server.ts' } : browserOutput,
    },
  }),
}

/**
 * Modules that packages import and the app does not use: the plugins of dayjs and a popup of react-big-calendar, and what
 * places a menu of react-select outside of its box.
 */
const unusedModules = /^(dayjs\/plugin\/.*|react-overlays|@floating-ui\/dom)$/

const omitUnusedModules: Plugin = {
  name: 'omit-unused-modules',
  enforce: 'pre',
  resolveId: (id) => (unusedModules.test(id) ? '\0unused-module' : undefined),
  load: (id) =>
    id === '\0unused-module'
      ? 'export default {}\nexport const Overlay = undefined, autoUpdate = undefined'
      : undefined,
}

const asksForRoutes = `    path,
    patch,
    signal,
    fetcherKey
  }) => {
    if (discoveredPaths.has(path)) {`
const isKnown =
  "path.startsWith('/dashboard/') && matches.at(-1)?.pathname === path && !matches.at(-1).params['*']"

const rendersInSlices = 'optInStartTransition(() => setStateImpl(newState));'

const measuresRows = "needLimitMeasure: state.needLimitMeasure || localizer.neq(date, state.date, 'month')"

const changes = [
  /**
   * Before a page whose path has an id, Remix asks the server for the routes of that path, even if another id has shown them
   * to it already, and loads the page only then. In the dashboard no other route could fit better.
   */
  {
    file: '@remix-run/react/dist/esm/fog-of-war.js',
    from: asksForRoutes,
    to: asksForRoutes
      .replace('path,', 'path,\n    matches,')
      .replace('has(path)', `has(path) || (${isKnown})`),
  },
  // Messages for developers, which each page would load.
  {
    file: '@remix-run/router/dist/router.js',
    from: 'throw new Error(message);\n  }\n}',
    to: 'throw new Error();\n  }\n}',
  },
  // React Router renders in slices of 5 ms, which answers a press at once. A new screen is there a third earlier as one piece.
  {
    file: 'react-router-dom/dist/index.js',
    from: 'let fetcherData = React.useRef(new Map());',
    to: 'let fetcherData = React.useRef(new Map()), shown = React.useRef(router.state.location);',
  },
  {
    file: 'react-router-dom/dist/index.js',
    from: rendersInSlices,
    to: `if (newState.location === shown.current) ${rendersInSlices} else setStateImpl(newState);
        shown.current = newState.location;`,
  },
  /**
   * react-big-calendar draws each month twice: first to measure for how many events a week has room. Here it is told
   * (`rowLimit`). In development it measures.
   */
  {
    file: 'react-big-calendar/dist/react-big-calendar.esm.js',
    from: measuresRows,
    to: 'needLimitMeasure: false, rowLimit: _ref2.rowLimit',
  },
]

const pending = new Set(changes)

/** Changes packages where they offer no other way. */
const packageChanges: Plugin = {
  name: 'package-changes',
  enforce: 'pre',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  transform(code, id) {
    const here = changes.filter(({ file, from }) => id.endsWith(file) && code.includes(from))
    for (const change of here) pending.delete(change)
    return here.length > 0 ? here.reduce((text, { from, to }) => text.replace(from, to), code) : undefined
  },
  generateBundle() {
    for (const { file } of pending) throw new Error(`${file} is different now`)
  },
}

const licence = /\/\*\*(?:(?!\*\/)[\s\S])*@license[\s\S]*?\*\/\n?/g

/** Moves the licence texts of packages from the scripts to `licences.txt`. They would add 2 kB to every page. */
const licences: Plugin = {
  name: 'licences',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const found = new Set<string>()
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const text of chunk.code.match(licence) ?? []) found.add(text)
        chunk.code = chunk.code.replace(licence, '')
      }
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...found].sort().join('\n') })
    },
  },
}

/**
 * The package for passkeys and its dependencies, which the first request that needs them loads. As one file they take a
 * quarter of the time: on a busy machine, hundreds of small files take longer than a request may.
 */
const passkeyPackages = [
  /^@simplewebauthn\//,
  /^@(peculiar|hexagon|levischuck)\//,
  /^(asn1js|pvtsutils|pvutils|reflect-metadata|tslib|tsyringe)$/,
]

export const alias = {
  '~': fileURLToPath(new URL('./app', import.meta.url)),
  '~drizzle': fileURLToPath(new URL('./drizzle', import.meta.url)),
}

export default defineConfig({
  plugins: [omitUnusedModules, packageChanges, remix(remixConfig), bundles, licences],
  resolve: { alias },
  ssr: { noExternal: passkeyPackages },
  optimizeDeps: {
    include: ['@conform-to/react', 'luxon', 'react-big-calendar', 'react-select'],
    exclude: ['@node-rs/argon2', 'sharp', '@electric-sql/pglite'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
