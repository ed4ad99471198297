import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { consumePageQuota } from '~/accounts/rate-limit.server'
import { feedNames } from '~/feeds/feed'
import { writeFeed } from '~/feeds/feed-calendar.server'
import { etagOfFeed, findFeed, recordUse } from '~/feeds/open-feed.server'
import { streamOf } from '~/http/api.server'
import { Download, pacedChunks, takeDownloadTurn } from '~/http/download.server'
import { UserError } from '~/http/errors'
import { isNotModified } from '~/http/etag.server'
import { linkNotFound } from '~/links/link-page.server'

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
