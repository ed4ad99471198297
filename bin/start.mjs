import { endWithNpm } from './end-with-npm.mjs'
import { makeReady } from './ready.mjs'
import { assertStartable } from './startable.mjs'

endWithNpm()
await assertStartable()
makeReady({ build: true })
await import('./serve.mjs')
