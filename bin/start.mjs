import { makeReady } from './ready.mjs'

makeReady({ build: true })
await import('./serve.mjs')
