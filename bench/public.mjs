import { startServer } from '../tests/support/server.mjs'
import { compare } from './measure.mjs'

const control = 'bench/bytes.mjs'
const limit = 1.5

/** A cached public page against a response of the same size by `node:http`: compressed, plain, and as a 304. */
export async function publicPages({ check, micros }) {
  const app = await startServer({ DATA_DIR: ':memory:', DEMO_ACCOUNT: 'off', PAGE_LIFE: '3600' })
  try {
    const list = await (await fetch(`${app.url}/blog`)).text()
    const [, article] = /href="(\/blog\/[\w-]+)"/.exec(list)
    for (const path of ['/', '/blog', article]) {
      for (const form of await formsOf(app.url + path)) await judge(app, path, form)
    }
  } finally {
    await app.stop()
  }

  async function judge(app, path, { name, status, size, headers }) {
    const bare = await startServer({}, control, [size, String(status)])
    const target = ({ url, pid }) => ({ url: url + path, pid, headers, status })
    const result = await compare(target(app), target(bare), { rounds: 31, requests: 400 })
    console.log(`${path}, ${name}: ${micros(result.subject)}, ${size} bytes alone: ${micros(result.control)}`)
    check(`${path}, ${name}, cached`, result.ratio.server, limit)
    await bare.stop()
  }
}

async function formsOf(url) {
  const [br, plain] = ['gzip, deflate, br, zstd', 'identity'].map((accepted) => ({
    'accept-encoding': accepted,
  }))
  const form = async (name, headers, status = 200) => {
    const response = await fetch(url, { method: 'HEAD', headers })
    if (response.status !== status) throw new Error(`${url} responded ${response.status}, not ${status}`)
    return {
      name,
      headers,
      status,
      size: response.headers.get('content-length') ?? '0',
      etag: response.headers.get('etag'),
    }
  }
  const compressed = await form('br', br)
  const known = { ...br, 'if-none-match': compressed.etag }
  return [compressed, await form('identity', plain), await form('304', known, 304)]
}
