import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { errorHandler } from '~/base/http/error-handler.server'
import { apiBase } from '~/base/http/request-path.server'
import { endpointRouter } from '~/base/http/routers.server'

const answers = {
  rejected: () => Promise.reject(new Error('nobody expected this')),
  'invalid-header': async () => ({ status: 200, headers: { 'X-Name': 'a\nb' }, body: 'text' }),
  'broken-file': async () => ({
    status: 200,
    headers: {},
    body: (async function* () {
      yield Buffer.from('a part')
      throw new Error('the rest is gone')
    })(),
  }),
  fine: async () => ({ status: 200, headers: {}, body: 'text' }),
}

test('an API call that fails in an unexpected way gets an answer, and does not end the process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const routes = Object.entries(answers).map(([name, respond]) => {
    const route = {
      id: name,
      path: `api/v1/${name}`,
      module: { loader: Object.assign(() => {}, { respond }) },
    }
    return [name, route]
  })
  const build = { routes: Object.fromEntries(routes) } as unknown as ServerBuild
  const app = express().use(apiBase, endpointRouter(apiBase, build)).use(errorHandler)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = (name: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${apiBase}/${name}`)
  expect((await ask('rejected')).status).toBe(500)
  expect((await ask('invalid-header')).status).toBe(500)
  await expect(ask('broken-file').then((response) => response.text())).rejects.toThrow()
  expect(await (await ask('fine')).text()).toBe('text')
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  server.close()
})
