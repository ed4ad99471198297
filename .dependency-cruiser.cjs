const businessFolder = '^app/(accounts|admin|buds|circles|events|blog|billing|mails)/'
const browserSafeWords = '^app/(accounts|admin|buds|circles|events|blog|billing|mails)/[a-z]+\\.ts$'

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
    {
      name: 'plumbing-knows-no-business-word',
      comment:
        'What knows a business word belongs in its folder; api and clock know who asks and what is due.',
      severity: 'error',
      from: { path: '^app/(components|server)/', pathNot: '^app/server/(api|clock)\\.server\\.ts$' },
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
      from: { path: '^app/', pathNot: '^app/emulators/' },
      to: { path: '^app/emulators/' },
    },
    {
      name: 'emulators-import-nothing-of-the-app',
      severity: 'error',
      from: { path: '^app/emulators/' },
      to: { path: '^(app|drizzle)/', pathNot: '^app/(emulators/|app\\.css$)' },
    },
    {
      name: 'nobody-imports-a-test',
      severity: 'error',
      from: { pathNot: '^(tests/|bin/)' },
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
