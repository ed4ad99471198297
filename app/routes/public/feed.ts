import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { linkNotFound } from '~/account/accounts/open-link.server'
import { consumePageQuota } from '~/account/accounts/rate-limit.server'
import { Download, pacedChunks, takeDownloadTurn } from '~/base/http/download.server'
import { streamOf } from '~/base/http/endpoint.server'
import { UserError } from '~/base/node/errors'
import { isNotModified } from '~/base/node/etag.server'
import { feedNames } from '~/integrations/feeds/feed'
import { writeFeed } from '~/integrations/feeds/feed-calendar.server'
import { etagOfFeed, findFeed, recordUse } from '~/integrations/feeds/open-feed.server'

/** A calendar feed, which other calendars load every few hours (product 24). */
export async function loader(call: LoaderFunctionArgs) {
  const feed = await openFeed(call)
  await recordUse(feed)
  const etag = await etagOfFeed(feed)
  const headers = { ETag: `W/${etag}`, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' }
  const { method, headers: sent } = call.request
  if (isNotModified(sent.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  if (method === 'GET') await takeDownloadTurn(feed.ownerId, call.context).catch(refuse)
  const type = 'text/calendar; charset=utf-8'
  const file = new Download(`${feedNames[feed.kind]}.ics`, type, writeFeed(feed), headers)
  const body = method === 'HEAD' ? null : streamOf(await pacedChunks(file, call.context))
  return new Response(body, { headers: file.headers })
}

/** A calendar shows no page of an error. */
function refuse(error: unknown): never {
  if (!(error instanceof UserError)) throw error
  const { status, msg, details } = error
  throw new Response(msg, { status, headers: { ...details.headers, 'Cache-Control': 'no-store' } })
}

/** A feed is only read. */
export async function action(call: ActionFunctionArgs) {
  await openFeed(call)
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' } })
}

const suffix = /\.ics$/

/** Not throttled as other links are: calendars go on to ask for revoked feeds, and many users share their addresses. */
async function openFeed({ params: { token = '' } }: LoaderFunctionArgs) {
  const feed = suffix.test(token) ? await findFeed(token.replace(suffix, '')) : undefined
  if (!feed) return linkNotFound()
  consumePageQuota('feed', feed._id)
  return feed
}
