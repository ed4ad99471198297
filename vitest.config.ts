import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'
import { testEnv } from './tests/support/env.mjs'
import { alias } from './vite.config'

const onlyBuilt = ['tests/built/**/*.test.ts', 'tests/browser/**/*.test.ts']

/** What is tested runs elsewhere, at TEST_BASE_URL: one worker has its database, and screens look there as they do here. */
const isRemote = Boolean(process.env.TEST_BASE_URL)

/** `app`: the sources in this process. `components`: what draws, without a server. `built` and `browser`: the build, in processes of its own. */
export default defineConfig({
  plugins: [remix(remixConfig)],
  resolve: { alias },
  test: {
    env: testEnv(),
    maxWorkers: isRemote ? 1 : 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // What is waited for comes when a busy machine gets to it.
    expect: { poll: { timeout: 30_000 } },
    // The Stripe emulator puts the app's style sheet into its pages.
    css: { include: [/\.css\?inline$/] },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['tests/**/*.test.ts'],
          exclude: onlyBuilt,
          isolate: false,
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: { name: 'components', include: ['tests/**/*.test.tsx'], environment: 'jsdom' },
      },
      { extends: true, test: { name: 'built', include: ['tests/built/**/*.test.ts'], testTimeout: 180_000 } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [isRemote ? 'tests/browser/journey.test.ts' : 'tests/browser/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
    ],
  },
})
