/** What each folder of `app/` may import of the others. Every folder stands here; one that does not is an error. */
const mayImport = {
  routes: [
    ...['accounts', 'admin', 'billing', 'blog', 'buds', 'calendar', 'circles', 'events', 'mail', 'site'],
    ...['components', 'forms', 'db', 'http'],
  ],
  jobs: ['accounts', 'billing', 'mail', 'db', 'http'],
  admin: ['accounts', 'components', 'forms', 'db', 'http'],
  mail: ['accounts', 'billing', 'site', 'forms', 'db', 'http'],
  site: ['accounts', 'billing', 'blog', 'buds', 'mail', 'components', 'forms', 'db', 'http'],
  billing: ['accounts', 'mail', 'site', 'components', 'db', 'http'],
  accounts: ['billing', 'buds', 'circles', 'events', 'mail', 'components', 'forms', 'db', 'http'],
  blog: ['components', 'forms', 'db', 'http'],
  calendar: ['events', 'components'],
  events: ['buds', 'components', 'forms', 'db', 'http'],
  circles: ['buds', 'components', 'forms', 'db'],
  buds: ['components', 'forms', 'db', 'http'],
  components: ['forms', 'http'],
  forms: ['db', 'http'],
  db: ['http'],
  // The API wrapper alone knows who asks.
  http: ['accounts', 'components', 'db'],
  emulators: [],
}

const words = [
  'accounts',
  'admin',
  'billing',
  'blog',
  'buds',
  'calendar',
  'circles',
  'events',
  'mail',
  'site',
]
const businessFolder = `^app/(${words.join('|')})/`
const browserSafeWords = `^app/(${words.join('|')})/[a-z]+\\.ts$`
const folders = Object.keys(mayImport)
const inFolder = (names) => `^app/(${names.join('|')})/`

const boundaries = folders.map((folder) => ({
  name: `imports-of-${folder}`,
  comment: 'The table above says what a folder may import.',
  severity: 'error',
  from: { path: inFolder([folder]) },
  to: { path: '^app/[^/]+/', pathNot: inFolder([folder, ...mayImport[folder]]) },
}))

const unnamed = [
  { from: { path: '^app/[^/]+/', pathNot: inFolder(folders) }, to: {} },
  { from: {}, to: { path: '^app/[^/]+/', pathNot: inFolder(folders) } },
].map((edge, index) => ({
  name: `every-folder-is-named-${index + 1}`,
  comment: 'A new folder of app/ needs a line in the table above.',
  severity: 'error',
  ...edge,
}))

/** Which part of the house may know which: design rules that a machine can keep. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: { path: '^(app|drizzle|server\\.ts)' },
      to: { circular: true },
    },
    ...boundaries,
    ...unnamed,
    {
      name: 'edge-knows-no-business-word',
      comment: 'What knows a business word belongs in its folder; the API wrapper knows who asks.',
      severity: 'error',
      from: { path: '^app/http/', pathNot: '^app/http/api\\.server\\.ts$' },
      to: { path: businessFolder },
    },
    {
      name: 'schema-imports-words-only',
      comment: 'The tables know the words that the browser knows too, never a query.',
      severity: 'error',
      from: { path: '^drizzle/schema\\.ts$' },
      to: { path: '^(app|drizzle)/', pathNot: browserSafeWords },
    },
    {
      name: 'browser-safe-words-stay-light',
      comment: 'A word that the browser knows brings neither a table nor a validator along.',
      severity: 'error',
      from: { path: browserSafeWords },
      to: {
        path: '(^drizzle/|\\.server\\.ts$|node_modules/(zod|drizzle-orm)/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-imports-a-route',
      comment: 'What two screens share belongs to a business folder or to components.',
      severity: 'error',
      from: {},
      to: { path: '^app/routes/.*\\.tsx?$' },
    },
    {
      name: 'only-the-server-starts-an-emulator',
      comment: 'Billing cannot tell an emulator from Stripe.',
      severity: 'error',
      from: { path: '^(app|drizzle)/', pathNot: '^app/emulators/' },
      to: { path: '^app/emulators/' },
    },
    {
      name: 'emulators-import-nothing-of-the-app',
      severity: 'error',
      from: { path: '^app/emulators/' },
      to: { path: '^(app/[^/]+\\.|drizzle/)', pathNot: '^app/app\\.css$' },
    },
    {
      name: 'nobody-imports-a-test',
      severity: 'error',
      from: { pathNot: '^(tests|bench|quality|bin)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
