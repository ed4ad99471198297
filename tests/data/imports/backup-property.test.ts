import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { anyAccount, enter } from '../../support/any-account'
import { everything, fileOf } from '../../support/backups'
import type { Client } from '../../support/client'
import { signedIn } from '../../support/factories'
import { apply, dryRun } from './support'

/** `npm run quality -- backups` restores 100 accounts. */
const isFull = process.env.FULL_RUN === '1'
const options = { numRuns: isFull ? 100 : 6, endOnFailure: true, seed: isFull ? Date.now() : 20261124 }

async function expectNothingToDo(user: Client, file: Uint8Array, format: string) {
  const { counts } = await dryRun(user, file as BodyInit, `backup.${format}`)
  expect(counts).toMatchObject({ add: 0, update: 0, skip: 0 })
}

async function restore(file: Uint8Array, format: string) {
  const user = await signedIn()
  const { _id, counts } = await dryRun(user, file as BodyInit, `backup.${format}`)
  expect(counts).toMatchObject({ update: 0, unchanged: 0, skip: 0 })
  await apply(user, _id)
  return user
}

/** JSON has no photos. */
function withoutPhotos(all: Record<string, unknown>) {
  const isPhoto = ([path]: [string, unknown]) => path.startsWith('/photos/')
  const rest = Object.fromEntries(Object.entries(all).filter((entry) => !isPhoto(entry)))
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'photo' ? null : value)))
}

test('the backup of any account comes back in an empty account as the same data', {
  timeout: 600_000 + 30_000 * options.numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyAccount, async (account) => {
      const owner = await signedIn()
      await enter(owner, account)
      const expected = await everything(owner)
      const zip = await fileOf(owner, '/api/v1/export?format=zip')
      const user = await restore(zip, 'zip')
      expect(await everything(user)).toEqual(expected)

      const json = await fileOf(owner, '/api/v1/export?format=json')
      const fromJson = await restore(json, 'json')
      expect(await everything(fromJson)).toEqual(withoutPhotos(expected))

      await expectNothingToDo(user, zip, 'zip')
      await expectNothingToDo(owner, zip, 'zip')
      await expectNothingToDo(owner, await fileOf(user, '/api/v1/export?format=zip'), 'zip')
      // Programs that pack an archive again compress each file.
      await expectNothingToDo(user, zipSync(unzipSync(zip)), 'zip')
    }),
    options,
  )
})
