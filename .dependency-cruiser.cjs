/**
 * The rooms of `app/` and their folders, the lowest first. A folder may import the folders before it. A folder that is not
 * listed is an error.
 */
const rooms = {
  base: ['node', 'db', 'http', 'forms', 'components', 'links', 'mail'],
  account: ['users', 'billing', 'accounts', 'security'],
  people: [
    'buds',
    'relations',
    'circles',
    'interactions',
    'lists',
    'bulk',
    'find',
    'duplicates',
    'merges',
    'proposals',
  ],
  site: ['pages', 'blog', 'admin'],
  events: ['guests', 'repeats', 'events', 'calendar'],
  planning: ['today', 'together', 'reminders'],
  data: ['exports', 'history', 'imports'],
  integrations: ['tokens', 'feeds', 'webhooks', 'devices', 'dav', 'address-book', 'dav-calendars'],
  api: ['calls', 'mcp', 'openapi'],
  jobs: [''],
  routes: ['public', 'dashboard', 'api', 'hooks', 'dav'],
}
/** The rooms that may import the site. */
const aboveSite = ['site', 'api', 'jobs', 'routes']

const folders = Object.entries(rooms).flatMap(([room, names]) =>
  names.map((name) => ({ room, path: name ? `${room}/${name}` : room })),
)
const inFolder = (list) => `^app/(${list.map(({ path }) => path).join('|')})/`
const mayImport = ({ room }) => folders.filter((to) => to.room !== 'site' || aboveSite.includes(room))

const boundaries = folders.map((folder, index) => ({
  name: `imports-of-${folder.path}`,
  comment: 'A folder imports only the folders before it in the table above.',
  severity: 'error',
  from: { path: inFolder([folder]) },
  to: {
    path: '^app/[^/]+/',
    pathNot: inFolder(mayImport(folder).filter((to) => folders.indexOf(to) <= index)),
  },
}))

const unlisted = [
  { from: { path: '^app/[^/]+/', pathNot: inFolder(folders) }, to: {} },
  { from: {}, to: { path: '^app/[^/]+/', pathNot: inFolder(folders) } },
].map((edge, index) => ({
  name: `every-folder-is-listed-${index + 1}`,
  comment: 'A new folder of app/ needs a place in the table above.',
  severity: 'error',
  ...edge,
}))

/** Modules such as `people/buds/bud.ts`, which the browser may load too. */
const browserSafeModules = '^app/(?!routes/|base/(?!mail/|links/))[a-z]+/[a-z]+/[a-z-]+(\\.data)?\\.ts$'

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
      comment: 'Move code that two screens share to the folder of its subject or to base/components.',
      severity: 'error',
      from: {},
      to: { path: '^app/routes/.*\\.tsx?$' },
    },
    {
      name: 'only-the-server-starts-an-emulator',
      comment: 'The app has no code that depends on the emulators.',
      severity: 'error',
      from: { path: '^(app|drizzle)/' },
      to: { path: '^dev/' },
    },
    {
      name: 'emulators-import-nothing-of-the-app',
      severity: 'error',
      from: { path: '^dev/' },
      to: { path: '^(app|drizzle)/', pathNot: '^app/app\\.css$' },
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
      // Its types are generated when it runs, and packages of quality/ are installed then.
      from: { pathNot: '^quality/(client|phones)/' },
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
