import { endpoint } from '~/base/http/endpoint.server'
import { davBase } from '~/base/http/request-path.server'

/** Where clients look for CardDAV and CalDAV first (RFC 6764), with any method. */
export const loader = endpoint(async () => ({
  status: 301,
  headers: { Location: `${davBase}/`, 'Cache-Control': 'public, max-age=3600' },
  body: null,
}))
