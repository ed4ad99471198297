import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

/** Keeps what react-select and react-big-calendar bring along away from the small chunks that every page loads. */
function manualChunks(id: string) {
  if (/node_modules\/(@babel\/runtime|memoize-one)\//.test(id)) return 'packages'
  // The root and the dashboard share both, and one file is smaller than two.
  return /app\/components\/(page-error|theme)\./.test(id) ? 'shell' : undefined
}

/** Reading a property does nothing else. */
const inTheBrowser = {
  treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false },
  output: { experimentalMinChunkSize: 400, manualChunks },
}

/**
 * The server bundle starts at `server.ts`, so that Express and the routes share one database and one log. In the
 * browser small pieces travel together.
 */
const bundles: Plugin = {
  name: 'bundles',
  enforce: 'post',
  config: (_config, { isSsrBuild }) => ({
    build: {
      rollupOptions: isSsrBuild ? { input: './server.ts' } : inTheBrowser,
    },
  }),
}

/** What react-big-calendar names and the calendar has no use for: parts of another date library, and a popup of its own. */
const unused = /^(dayjs\/plugin\/.*|react-overlays)$/

const leftOut: Plugin = {
  name: 'left-out',
  enforce: 'pre',
  resolveId: (id) => (unused.test(id) ? '\0left-out' : undefined),
  load: (id) => (id === '\0left-out' ? 'export default {}\nexport const Overlay = undefined' : undefined),
}

const licence = /\/\*\*(?:(?!\*\/)[\s\S])*@license[\s\S]*?\*\/\n?/g

/** What the packages' licences ask to be told travels in a file of its own: in the scripts it is 2 kB of every page. */
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

export const alias = {
  '~': fileURLToPath(new URL('./app', import.meta.url)),
  '~drizzle': fileURLToPath(new URL('./drizzle', import.meta.url)),
}

export default defineConfig({
  plugins: [leftOut, remix(remixConfig), bundles, licences],
  resolve: { alias },
  optimizeDeps: {
    include: ['@conform-to/react', 'luxon', 'react-big-calendar', 'react-select'],
    exclude: ['@node-rs/argon2', 'sharp', '@electric-sql/pglite'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
