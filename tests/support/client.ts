import { baseUrl } from './app'
import { type ClientResponse, httpClient } from './http-client'
import { assertDocumented } from './openapi'

export type { Client, ClientResponse } from './http-client'

/** A client of the app under test, with its own cookies and IP address. Responses of the API have to be as documented. */
export const createClient = () => httpClient(baseUrl, {}, assertDocumented)

/** The text of a page, without markup. */
export function visibleText({ text }: ClientResponse) {
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
