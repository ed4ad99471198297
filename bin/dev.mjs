import { endWithNpm } from './end-with-npm.mjs'
import { exitWithMessage, makeReady } from './ready.mjs'
import { assertStartable } from './startable.mjs'

endWithNpm()
await assertStartable()
makeReady({ build: false })
process.env.NODE_ENV = 'development'

const { createServer } = await import('vite')
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
try {
  const { serve } = await vite.ssrLoadModule('./server.ts')
  await serve({
    build: () => vite.ssrLoadModule('virtual:remix/server-build'),
    sources: vite.middlewares,
  })
} catch (error) {
  exitWithMessage(error.message)
}
