import { vitePlugin as remix } from '@remix-run/dev'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import remixConfig from './remix.config.js'
import { testEnv } from './tests/support/env.mjs'
import { alias } from './vite.config'

const needsBuild = ['tests/built/**/*.test.ts', 'tests/browser/**/*.test.ts']

/**
 * Tests whose result depends neither on the database nor on the number of processes: rules, texts, documents and pages.
 * They run once, on the embedded database. Files are listed by what they are without, so that a new one runs on both.
 */
const once = [
  'tests/{access,dependencies,fields,forms,links,product,routes,specified-texts}.test.ts',
  'tests/account/accounts/{notices,profile,register}.test.ts',
  'tests/account/billing/{cancellation,card-updates,mails,plan,status,stripe-schemas}.test.ts',
  'tests/account/security/{change-password,device,hardening,totp}.test.ts',
  'tests/api/{mcp/propose-scope,mcp/protocol,mcp/tools,openapi/*}.test.ts',
  'tests/base/{components,forms,http,links}/*.test.ts',
  'tests/data/exports/{calendar,csv,vcard-write}.test.ts',
  'tests/data/imports/{backup-property,csv,csv-*,dates-of-files,decode-text,fit-bud,foreign-files,full-name}.test.ts',
  'tests/data/imports/{groups,hostile,import-screen,line-breaks,mail-addresses,names-of-files}.test.ts',
  'tests/data/imports/{spreadsheet-cells,vcard,vcard-*,zip-read}.test.ts',
  'tests/dev/*.test.ts',
  'tests/events/calendar/{calendar-*,event-times,ical}.test.ts',
  'tests/events/events/event-form.test.ts',
  'tests/fuzz/{mcp,screens}.test.ts',
  'tests/integrations/{feeds/document,tokens/matrix,webhooks/addresses,webhooks/send}.test.ts',
  'tests/people/buds/{bud-fields,bud-picker,options,phone-numbers,selected-buds,united-rows}.test.ts',
  'tests/people/{circles/circle-form,duplicates/similar-names,find/find-key}.test.ts',
  'tests/people/{merges/merge-screen,proposals/autocomplete}.test.ts',
  'tests/planning/{reminders/{digest-time,settings},together/conflicts,together/free-times,together/together-screen}.test.ts',
  'tests/site/blog/{article,blog,feed,post-screens,sanitiser}.test.ts',
  'tests/site/{admin/{access-codes,settings,sidebar,users},pages/public-pages}.test.ts',
]

/** Tests of the build whose server has the embedded database, whatever other database there is. */
const embeddedOnly = [
  'tests/built/{data-folder,descriptors,docs,embedded-database,first-start}.test.ts',
  'tests/built/{log,mcp,reset-link,size,terminal}.test.ts',
]

/** Where a run with PostgreSQL follows, the other tests of the build wait for it. The start differs by database. */
const built = process.env.POSTGRES_FOLLOWS
  ? [...embeddedOnly, 'tests/built/start.test.ts']
  : ['tests/built/**/*.test.ts']

const hasPostgres = Boolean(process.env.DATABASE_URL_TEST)

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

/** A module with a glob depends on what files there are. Vitest leaves those without a type argument out of the cache. */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}

/** `app` tests the sources, `components` tests React components in jsdom, `built` and `browser` test the build. */
export default defineConfig({
  plugins: [remix(remixConfig), uncachedGlobs],
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
          exclude: isRemote || hasPostgres ? [...needsBuild, ...once] : needsBuild,
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
          include: built,
          exclude: hasPostgres ? embeddedOnly : [],
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
