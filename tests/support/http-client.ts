export type ClientResponse = Awaited<ReturnType<Client['send']>>
export type Client = ReturnType<typeof httpClient>
type Init = { headers?: Record<string, string> | undefined; body?: BodyInit | undefined }
type Fields = Record<string, string> | [string, string][] | URLSearchParams | FormData

export type Exchange = { method: string; path: string; status: number; headers: Headers; text: string }

/**
 * A client of the app at `origin` with its own cookies and IP address. `always` is sent with each request, and `check`
 * gets each response.
 */
export function httpClient(
  origin: string,
  always: Record<string, string> = {},
  check: (exchange: Exchange) => void = () => {},
) {
  const cookies = new Map<string, string>()
  const ipAddress = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')

  async function send(method: string, path: string, { headers, body }: Init = {}) {
    const response = await fetch(new URL(path, origin), {
      method,
      body,
      redirect: 'manual',
      headers: { 'X-Forwarded-For': ipAddress, Cookie: cookieHeader(), ...always, ...headers },
    }).catch((error) => {
      throw error.cause ?? error
    })
    const setCookies = response.headers.getSetCookie()
    for (const cookie of setCookies) storeCookie(cookie)
    const text = await response.text()
    const { status } = response
    check({ method, path, status, headers: response.headers, text })
    return { status, headers: response.headers, cookies: setCookies, text, ...parseJson(text) }
  }

  function storeCookie(cookie: string) {
    const [pair = '', ...attributes] = cookie.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, pair)
  }

  const cookieHeader = () => [...cookies.values()].join('; ')

  const json = (method: string) => (path: string, body: unknown, headers?: Record<string, string>) =>
    send(method, path, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  return {
    cookies,
    cookieHeader,
    storeCookie,
    send,
    get: (path: string) => send('GET', path),
    post: json('POST'),
    patch: json('PATCH'),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, { headers }),
    visit: (path: string) => send('GET', path, { headers: { Accept: 'text/html' } }),
    submit: (path: string, fields: Fields) =>
      send('POST', path, { body: fields instanceof FormData ? fields : new URLSearchParams(fields) }),
  }
}

/** `body` is the value of a JSON response. */
function parseJson(text: string) {
  try {
    return { body: JSON.parse(text) }
  } catch {
    return { body: undefined }
  }
}
