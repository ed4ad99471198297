import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

/**
 * The server bundle starts at `server.ts`, so that Express and the routes share one database and one log. In the
 * browser small pieces travel together.
 */
const bundles: Plugin = {
  name: 'bundles',
  enforce: 'post',
  config: (_config, { isSsrBuild }) => ({
    build: {
      rollupOptions: isSsrBuild ? { input: './server.ts' } : { output: { experimentalMinChunkSize: 8_000 } },
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

export const alias = {
  '~': fileURLToPath(new URL('./app', import.meta.url)),
  '~drizzle': fileURLToPath(new URL('./drizzle', import.meta.url)),
}

export default defineConfig({
  plugins: [leftOut, remix(remixConfig), bundles],
  resolve: { alias },
  optimizeDeps: {
    include: ['@conform-to/react', 'luxon', 'react-big-calendar', 'react-select'],
    exclude: ['@node-rs/argon2', 'sharp', '@electric-sql/pglite'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
