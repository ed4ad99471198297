import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { partSize } from '~/data/exports/parts.server'
import { budPhotos } from '~drizzle/schema'
import { picture, putPhoto } from '../../support/any-account'
import { backupPart, download, everything } from '../../support/backups'
import { type Client, visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'
import { apply, dryRun } from '../imports/support'

const count = 12

async function manyPhotos() {
  const owner = await signedIn()
  const photo = await picture(200, true)
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await createBud(owner.user, { Firstname: `Bud ${n}` }))._id)
  for (const budId of ids) await putPhoto(owner, budId, photo)
  await createCircle(owner.user, { selectedBuds: ids })
  await createEvent(owner.user, { selectedBuds: ids.slice(0, 3) })
  await createInteraction(owner.user, { selectedBuds: ids.slice(-3) })
  const [{ size } = { size: 0 }] = await db
    .select({ size: sql<number>`max(octet_length(picture))::int` })
    .from(budPhotos)
    .where(eq(budPhotos.ownerId, owner.user._id))
  return { owner, size }
}

const usual = partSize.photos
afterAll(() => {
  partSize.photos = usual
})

/** Another process has the usual size. */
const isRemote = Boolean(process.env.TEST_BASE_URL)

describe.skipIf(isRemote)('a backup with many photos', () => {
  let owner: Awaited<ReturnType<typeof manyPhotos>>['owner']
  let parts: Awaited<ReturnType<typeof backupPart>>[]
  beforeAll(async () => {
    const made = await manyPhotos()
    owner = made.owner
    partSize.photos = made.size * 5 - 1
    parts = []
    for (let path: string | undefined = '/api/v1/export'; path; path = parts.at(-1)?.next)
      parts.push(await backupPart(owner, path))
  })

  test('comes in parts that an import accepts, each with all records and a share of the photos', async () => {
    expect(parts.length).toBe(3)
    const photos: string[] = []
    for (const [n, { bytes, response }] of parts.entries()) {
      expect(bytes.length).toBeLessThan(partSize.photos + 100_000)
      expect(response.headers.get('Content-Disposition')).toContain(`-part-${n + 1}-of-3.zip`)
      const isLast = n === 2
      expect(response.headers.get('Link') ?? '').toContain(isLast ? '' : `part=${n + 2}&after=`)
      expect(response.headers.has('Link')).toBe(!isLast)
      const files = unzipSync(bytes)
      const json = JSON.parse(Buffer.from(files['budkeeper.json'] ?? []).toString())
      expect(json).toMatchObject({ part: n + 1, parts: 3, circles: [{}], events: [{}], interactions: [{}] })
      expect(json.buds).toHaveLength(count)
      const named = json.buds.flatMap(({ photo }: { photo: string | null }) => photo ?? [])
      expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toEqual(named)
      expect('buds.vcf' in files).toBe(n === 0)
      photos.push(...named)
    }
    expect(new Set(photos).size).toBe(count)
    expect(photos).toHaveLength(count)
  })

  test('comes back from its parts in any order, and each later part only adds photos', {
    timeout: 600_000,
  }, async () => {
    const user = await signedIn()
    const added: number[] = []
    for (const n of [2, 0, 1]) {
      const { _id, counts } = await dryRun(user, parts[n]?.bytes as BodyInit, 'backup.zip')
      added.push(counts.add)
      expect(counts.add + counts.update + counts.unchanged).toBe(count + 3)
      expect(counts.skip).toBe(0)
      if (counts.add === 0) expect(counts.update).toBe(photosOf(parts[n]?.bytes))
      await apply(user, _id)
    }
    expect(added).toEqual([count + 3, 0, 0])
    expect(await everything(user)).toEqual(await everything(owner))
    for (const { bytes } of parts) {
      const { counts } = await dryRun(user, bytes as BodyInit, 'backup.zip')
      expect(counts).toEqual({ add: 0, update: 0, unchanged: count + 3, skip: 0 })
    }
  })

  test('is on the screen as a link for each part', async () => {
    const screen = await owner.visit('/dashboard/data')
    for (const part of [1, 2, 3]) {
      expect(visibleText(screen)).toContain(`Part ${part} of 3`)
      expect(linksOn(screen)[part - 1]).toContain(`/dashboard/export?format=zip&part=${part}`)
    }
    const { bytes } = await download(owner, linksOn(screen)[1] ?? '')
    expect(photosOf(bytes)).toBe(photosOf(parts[1]?.bytes))
  })

  test('loses no photo if others change between the downloads', async () => {
    const { owner, size } = await manyPhotos()
    partSize.photos = size * 5 - 1
    const links = linksOn(await owner.visit('/dashboard/data'))
    const ofScreen = [await download(owner, links[0] ?? '')]
    const ofApi = [await backupPart(owner)]
    const [, first] = /photos\/(.*)\.webp/.exec(photoNames(ofScreen[0]?.bytes as Uint8Array)[0] ?? '') ?? []
    expect((await owner.delete(`/api/v1/buds/${first}/photo`)).status).toBe(200)
    for (const link of links.slice(1)) ofScreen.push(await download(owner, link))
    for (let next = ofApi[0]?.next; next; next = ofApi.at(-1)?.next) ofApi.push(await backupPart(owner, next))
    for (const files of [ofScreen, ofApi]) {
      const photos = files.flatMap(({ bytes }) => photoNames(bytes))
      expect([new Set(photos).size, photos.length]).toEqual([count, count])
    }
  })
})

const photoNames = (zip: Uint8Array) =>
  Object.keys(unzipSync(zip)).filter((name) => name.startsWith('photos/'))
const photosOf = (zip: Uint8Array | undefined) => photoNames(zip ?? new Uint8Array()).length

/** The URLs of the parts on the screen. */
const linksOn = ({ text }: { text: string }) =>
  [...text.matchAll(/href="(\/dashboard\/export\?format=zip&amp;part=[^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )

test('a backup without many photos is one file, without a number of parts', async () => {
  const user = await signedIn()
  await createBud(user.user)
  const { response, bytes } = await backupPart(user)
  expect(response.headers.get('Link')).toBe(null)
  expect(response.headers.get('Content-Disposition')).toMatch(/budkeeper-[\d-]{10}\.zip"$/)
  const json = JSON.parse(Buffer.from(unzipSync(bytes)['budkeeper.json'] ?? []).toString())
  expect(Object.keys(json)).not.toContain('parts')
  expect(visibleText(await user.visit('/dashboard/data'))).not.toContain('Part 1')
})

test.each([
  ['part=2', 404, 'Part not found'],
  ['format=zip&part=1000000', 404, 'Part not found'],
  ['format=json&part=2', 404, 'Part not found'],
  ['part=0', 400, 'part must be a whole number from 1 to 1000000'],
  ['part=2&after=1', 400, 'after and last must be ids of buds'],
  ['part=1.5', 400, 'part must be a whole number from 1 to 1000000'],
])('a part that does not exist is refused: %s', async (query, status, msg) => {
  const user: Client = await signedIn()
  expect(await user.get(`/api/v1/export?${query}`)).toMatchObject({ status, body: { msg } })
  const screen = await user.visit(`/dashboard/export?${query}`)
  expect(screen.headers.get('Location')).toBe('/dashboard/data')
  expect(screen).toSendToast(msg)
})
