import { baseUrl } from './app'

export type Answer = Awaited<ReturnType<Client['send']>>
export type Client = ReturnType<typeof createClient>
type Init = { headers?: Record<string, string> | undefined; body?: BodyInit | undefined }
type Fields = Record<string, string> | [string, string][] | URLSearchParams | FormData

/** A visitor or program with cookies and an address of its own. */
export function createClient() {
  const cookies = new Map<string, string>()
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')

  async function send(method: string, path: string, { headers, body }: Init = {}) {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      body,
      redirect: 'manual',
      headers: { 'X-Forwarded-For': address, Cookie: cookieHeader(), ...headers },
    })
    const sent = response.headers.getSetCookie()
    for (const cookie of sent) keep(cookie)
    const text = await response.text()
    return { status: response.status, headers: response.headers, cookies: sent, text, ...parsed(text) }
  }

  function keep(cookie: string) {
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
    keep,
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

/** `body` is what a JSON answer holds. */
function parsed(text: string) {
  try {
    return { body: JSON.parse(text) }
  } catch {
    return { body: undefined }
  }
}

/** What a page says: its text without markup. */
export function said({ text }: Answer) {
  return text
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}
