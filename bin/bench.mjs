import { makeReady } from './ready.mjs'

process.env.NODE_ENV = 'production'
makeReady({ build: true })

const { build } = await import('vite')
await build({
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { '~': `${process.cwd()}/app`, '~drizzle': `${process.cwd()}/drizzle` } },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/bench',
    rollupOptions: {
      input: { controls: 'bench/controls.tsx', options: 'app/people/buds/options.data.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
})
await import('../bench/bench.mjs')
