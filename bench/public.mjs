import { startServer } from '../tests/support/server.mjs'
import { compare } from './measure.mjs'

const control = 'bench/bytes.mjs'
const limit = 1.5

/** Compares cached public pages with Express responses of the same size: compressed, uncompressed, and as a 304. */
export async function publicPages({ check, micros }) {
  const app = await startServer({ DATA_DIR: ':memory:', DEMO_ACCOUNT: 'off', PAGE_LIFE: '3600' })
  try {
    const list = await (await fetch(`${app.url}/blog`)).text()
    const [, article] = /href="(\/blog\/[\w-]+)"/.exec(list)
    for (const path of ['/', '/blog', article]) {
      for (const one of await variantsOf(app.url + path)) await checkVariant(app, path, one)
    }
  } finally {
    await app.stop()
  }

  async function checkVariant(app, path, { name, status, size, headers }) {
    const bare = await startServer({}, control, [size, String(status)])
    const target = ({ url, pid }) => ({ url: url + path, pid, headers, status })
    const result = await compare(target(app), target(bare), { rounds: 31, requests: 400 })
    console.log(
      `${path}, ${name}: ${micros(result.subject)}, control of ${size} bytes: ${micros(result.control)}`,
    )
    check(`${path}, ${name}, cached`, result.ratio.server, limit)
    await bare.stop()
  }
}

/** The headers, status and size of each variant of a page. */
async function variantsOf(url) {
  const [br, plain] = ['gzip, deflate, br, zstd', 'identity'].map((accepted) => ({
    'accept-encoding': accepted,
  }))
  const variant = async (name, headers, status = 200) => {
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
  const compressed = await variant('br', br)
  const conditional = { ...br, 'if-none-match': compressed.etag }
  return [compressed, await variant('identity', plain), await variant('304', conditional, 304)]
}
