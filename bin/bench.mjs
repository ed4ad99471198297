import { makeReady } from './ready.mjs'

process.env.NODE_ENV = 'production'
makeReady({ build: true })

const { build } = await import('vite')
await build({
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { '~': `${process.cwd()}/app`, '~drizzle': `${process.cwd()}/drizzle` } },
  build: {
    ssr: 'bench/controls.tsx',
    target: 'node20',
    outDir: 'build/bench',
    rollupOptions: { output: { entryFileNames: 'controls.js' } },
  },
})
await import('../bench/bench.mjs')
