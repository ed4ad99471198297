import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { backupRecords, envelope } from '~/data/exports/backup.server'
import { baseUrl } from './app'
import type { Client } from './client'

/** A response as bytes, which the client of the other tests reads as text. */
export async function download(client: Client, path: string, init: RequestInit = {}) {
  const headers = { Cookie: client.cookieHeader() }
  const response = await fetch(new URL(path, baseUrl), { headers, redirect: 'manual', ...init })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

export async function fileOf(client: Client, path: string) {
  const { response, bytes } = await download(client, path)
  expect(response.status).toBe(200)
  return bytes
}

/** A part of the backup, with the path of the next one. */
export async function backupPart(client: Client, path = '/api/v1/export?format=zip') {
  const { response, bytes } = await download(client, path)
  expect(response.status).toBe(200)
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  return { bytes, response, next: next && `/api/v1/export${next}` }
}

const backup = envelope.extend({
  buds: z.array(backupRecords.buds),
  circles: z.array(backupRecords.circles),
  events: z.array(backupRecords.events),
  interactions: z.array(backupRecords.interactions),
  lists: z.array(backupRecords.lists),
})

/** The records of a backup, which keep the rules of an import, have ids of their own and have no buds from elsewhere. */
export function parseBackup(json: unknown) {
  const parsed = backup.parse(json)
  const ids = parsed.buds.map(({ _id }) => _id)
  for (const name of Object.keys(backupRecords) as (keyof typeof backupRecords)[]) {
    const records = parsed[name]
    expect(new Set(records.map(({ _id }) => _id)).size).toBe(records.length)
    for (const record of records)
      if ('selectedBuds' in record) expect(ids).toEqual(expect.arrayContaining(record.selectedBuds))
  }
  return parsed
}

const lists = { buds: 'bud', circles: 'circle', events: 'event', interactions: 'interaction' }

/**
 * An account as the API returns it: each page of each list, each record, its timeline and its photo. Not the ETags, which
 * come from the versions of the records.
 */
export async function everything(client: Client) {
  const all: Record<string, unknown> = {}
  const read = async (path: string) => {
    const { status, body } = await client.get(path)
    expect(status).toBe(200)
    all[path] = body
    return body
  }
  for (const [list, name] of Object.entries(lists)) {
    const pages = (await read(`/api/v1/${list}?limit=100`)).numOfPages
    for (let page = 2; page <= pages; page++) await read(`/api/v1/${list}?limit=100&page=${page}`)
    for (const path of Object.keys(all).filter((path) => path.includes(`${list}?`)))
      for (const { _id } of (all[path] as Record<string, { _id: string }[]>)[list] ?? []) {
        const record = (await read(`/api/v1/${list}/${_id}`))[name]
        if (list === 'events') await read(`/api/v1/events/${_id}/guests`)
        if (list !== 'buds') continue
        await read(`/api/v1/buds/${_id}/timeline`)
        if (record.photo) all[record.photo] = hash('sha256', await fileOf(client, record.photo))
      }
  }
  await read('/api/v1/today')
  return all
}
