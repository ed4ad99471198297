import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { saveState } from '../../dev/state.server'
import { startStripeEmulator } from '../../dev/stripe-emulator.server'

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a state that cannot be stored is reported, throws nothing, and is stored by the next change', async () => {
  const file = join(folder, 'state.json')
  const errors: unknown[] = []
  const options = {
    amount: 100,
    webhookSecret: 'whsec_x',
    file,
    onUnsaved: (error: unknown) => errors.push(error),
  }
  const emulator = await startStripeEmulator(options)
  mkdirSync(`${file}.new`)
  saveState(emulator)
  expect(errors).toEqual([expect.objectContaining({ code: 'EISDIR' })])
  rmdirSync(`${file}.new`)
  await emulator.stop()
  expect(errors).toHaveLength(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ offset: 0 })
})
