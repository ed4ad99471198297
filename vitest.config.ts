import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'
import { testEnv } from './tests/support/env.mjs'
import { alias } from './vite.config'

const needsBuild = ['tests/built/**/*.test.ts', 'tests/browser/**/*.test.ts']

/** Tests without requests to the app, which need no second run against other processes. */
const withoutApp = [
  'tests/dev/*.test.ts',
  'tests/events/calendar/{calendar-*,event-times}.test.ts',
  'tests/site/blog/sanitiser.test.ts',
  'tests/planning/reminders/digest-time.test.ts',
  'tests/data/exports/vcard-write.test.ts',
  'tests/data/imports/{csv,csv-*,decode-text,fit-bud,full-name,vcard,vcard-*}.test.ts',
  'tests/people/duplicates/similar-names.test.ts',
  'tests/people/buds/phone-numbers.test.ts',
]

/** Tests of the build that start their server with the embedded database, whatever other database there is. */
const embeddedOnly = ['tests/built/{docs,embedded-database,size}.test.ts']

/**
 * With TEST_BASE_URL the app runs in other processes. One worker runs the tests, because that app has one database. The
 * only browser test is then `journey.test.ts`: the number of processes does not change the screens.
 */
const isRemote = Boolean(process.env.TEST_BASE_URL)

const workers = isRemote ? 1 : 2
/** Tests of the build and of screens mostly wait, so more workers than CPUs are faster. */
const ioBoundWorkers = isRemote ? 1 : 4

/** These only end a test that hangs: on a busy machine everything takes ten times as long. */
const limits = { testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } }

/** `app` tests the sources, `components` tests React components in jsdom, `built` and `browser` test the build. */
export default defineConfig({
  plugins: [remix(remixConfig)],
  resolve: { alias },
  test: {
    env: testEnv(),
    ...limits,
    experimental: { fsModuleCache: true },
    // The Stripe emulator puts the app's style sheet into its pages.
    css: { include: [/\.css\?inline$/] },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          maxWorkers: workers,
          include: ['tests/**/*.test.ts'],
          exclude: isRemote ? [...needsBuild, ...withoutApp] : needsBuild,
          isolate: false,
          globalSetup: ['tests/support/client-files.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'components',
          ...limits,
          maxWorkers: workers,
          include: ['tests/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/components.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          maxWorkers: ioBoundWorkers,
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['tests/built/**/*.test.ts'],
          exclude: process.env.DATABASE_URL_TEST ? embeddedOnly : [],
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          maxWorkers: ioBoundWorkers,
          isolate: false,
          sequence: { groupOrder: 1 },
          include: [isRemote ? 'tests/browser/journey.test.ts' : 'tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/shared-server.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
})
