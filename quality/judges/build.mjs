import { build } from 'vite'

/** Builds the parts of the app that `NAME.ts` of this folder exports, and imports them. */
export async function buildForJudges(name) {
  const root = process.cwd()
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '~': `${root}/app`, '~drizzle': `${root}/drizzle` } },
    build: {
      ssr: `quality/judges/${name}.ts`,
      target: 'node20',
      outDir: 'build/judges',
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.js` } },
    },
  })
  return import(`${root}/build/judges/${name}.js`)
}
