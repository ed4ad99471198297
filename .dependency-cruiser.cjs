/** The folders that each folder of `app/` may import. A folder that is not listed is an error. */
const mayImport = {
  routes: [
    ...[
      'accounts',
      'admin',
      'billing',
      'blog',
      'buds',
      'calendar',
      'circles',
      'events',
      'exports',
      'duplicates',
      'feeds',
      'find',
      'guests',
      'history',
      'imports',
      'interactions',
      'links',
      'mail',
      'merges',
      'proposals',
      'reminders',
      'site',
      'today',
      'together',
      'tokens',
    ],
    ...['components', 'forms', 'db', 'http'],
  ],
  jobs: [
    ...[
      'accounts',
      'billing',
      'buds',
      'circles',
      'events',
      'history',
      'imports',
      'interactions',
      'mail',
      'reminders',
      'today',
    ],
    ...['db', 'http'],
  ],
  admin: ['accounts', 'components', 'forms', 'db', 'http'],
  mail: ['accounts', 'billing', 'links', 'reminders', 'site', 'forms', 'db', 'http'],
  site: ['accounts', 'billing', 'buds', 'mail', 'components', 'forms', 'db', 'http'],
  billing: ['accounts', 'mail', 'components', 'db', 'http'],
  accounts: ['billing', 'mail', 'components', 'forms', 'db', 'http'],
  blog: ['components', 'forms', 'db', 'http'],
  calendar: ['buds', 'events', 'components', 'db'],
  find: ['buds', 'components', 'forms', 'db', 'http'],
  history: ['buds', 'circles', 'events', 'guests', 'interactions', 'components', 'forms', 'db', 'http'],
  duplicates: ['buds', 'components', 'forms', 'db', 'http'],
  merges: ['buds', 'duplicates', 'components', 'forms', 'db', 'http'],
  imports: ['accounts', 'buds', 'exports', 'guests', 'history', 'components', 'forms', 'db', 'http'],
  interactions: ['buds', 'components', 'forms', 'db', 'http'],
  proposals: ['accounts', 'buds', 'history', 'links', 'components', 'forms', 'db', 'http'],
  today: ['buds', 'calendar', 'events', 'guests', 'interactions', 'components', 'forms', 'db', 'http'],
  together: ['buds', 'calendar', 'events', 'today', 'components', 'forms', 'db', 'http'],
  reminders: ['accounts', 'buds', 'events', 'links', 'mail', 'today', 'components', 'forms', 'db', 'http'],
  exports: [
    ...['accounts', 'buds', 'circles', 'events', 'guests', 'imports', 'interactions', 'reminders'],
    ...['components', 'forms', 'db', 'http'],
  ],
  feeds: ['accounts', 'buds', 'calendar', 'events', 'links', 'components', 'forms', 'db', 'http'],
  tokens: ['accounts', 'components', 'forms', 'db', 'http'],
  guests: ['accounts', 'buds', 'links', 'components', 'forms', 'db', 'http'],
  links: ['accounts', 'components', 'db', 'http'],
  events: ['buds', 'guests', 'components', 'forms', 'db', 'http'],
  circles: ['buds', 'components', 'forms', 'db'],
  buds: ['components', 'forms', 'db', 'http'],
  components: ['forms'],
  forms: ['db', 'http'],
  db: ['http'],
  // `accounts` and `tokens` are for the API wrapper only, which reads the session or the API token.
  http: ['accounts', 'tokens', 'db'],
  emulators: [],
}

const businessTerms = [
  'accounts',
  'admin',
  'billing',
  'blog',
  'buds',
  'calendar',
  'circles',
  'duplicates',
  'events',
  'exports',
  'feeds',
  'find',
  'guests',
  'history',
  'imports',
  'interactions',
  'links',
  'mail',
  'merges',
  'proposals',
  'reminders',
  'site',
  'today',
  'together',
  'tokens',
]
const businessFolder = `^app/(${businessTerms.join('|')})/`
/** Modules such as `buds/bud.ts`, which the browser may load too. */
const browserSafeModules = `^app/(${businessTerms.join('|')})/[a-z]+\\.ts$`
const folders = Object.keys(mayImport)
const inFolder = (names) => `^app/(${names.join('|')})/`

const boundaries = folders.map((folder) => ({
  name: `imports-of-${folder}`,
  comment: 'The table above says what a folder may import.',
  severity: 'error',
  from: { path: inFolder([folder]) },
  to: { path: '^app/[^/]+/', pathNot: inFolder([folder, ...mayImport[folder]]) },
}))

const unlisted = [
  { from: { path: '^app/[^/]+/', pathNot: inFolder(folders) }, to: {} },
  { from: {}, to: { path: '^app/[^/]+/', pathNot: inFolder(folders) } },
].map((edge, index) => ({
  name: `every-folder-is-listed-${index + 1}`,
  comment: 'A new folder of app/ needs a line in the table above.',
  severity: 'error',
  ...edge,
}))

/** The rules for imports between the parts of the app. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Merge files that import each other, or move their common part to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...boundaries,
    ...unlisted,
    {
      name: 'http-imports-no-business-folder',
      comment:
        'Move code with a business term to its folder. Only the API wrapper may import accounts and tokens.',
      severity: 'error',
      from: { path: '^app/http/', pathNot: '^app/http/api\\.server\\.ts$' },
      to: { path: businessFolder },
    },
    {
      name: 'schema-imports-browser-safe-modules-only',
      comment: 'The schema may import labels and types that the browser loads too, but no queries.',
      severity: 'error',
      from: { path: '^drizzle/schema[./]' },
      to: { path: '^(app|drizzle)/', pathNot: [browserSafeModules, '^drizzle/schema/'] },
    },
    {
      name: 'browser-safe-modules-stay-small',
      comment: 'A module that the browser loads must not import the schema, zod or a .server module.',
      severity: 'error',
      from: { path: browserSafeModules },
      to: {
        path: '(^drizzle/|\\.server\\.ts$|node_modules/(zod|drizzle-orm)/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-imports-a-route',
      comment: 'Move code that two screens share to a business folder or to components.',
      severity: 'error',
      from: {},
      to: { path: '^app/routes/.*\\.tsx?$' },
    },
    {
      name: 'only-the-server-starts-an-emulator',
      comment: 'The app has no code that depends on the emulators.',
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
      // The build need not exist.
      to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client$)|/build/server/index\\.js$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
