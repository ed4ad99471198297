import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { changes, imports } from '~drizzle/schema'
import { signedIn } from '../../support/factories'
import { card, dryRun, reach } from './support'

const states = ['reading', 'ready', 'applying', 'applied', 'undoing', 'undone'] as const
type State = (typeof states)[number]

const reading = [409, 'The file is still being read']
const inProgress = [409, 'The import is still in progress']
const applied = [409, 'The import has been applied already']
const undoing = [409, 'The import is being undone']
const undone = [409, 'The import has been undone already']
const notApplied = [409, 'The import has not been applied']

/** What each call says in each state. */
const said: Record<State, Record<'settings' | 'row' | 'apply' | 'undo' | 'delete', (string | number)[]>> = {
  reading: {
    settings: reading,
    row: reading,
    apply: reading,
    undo: notApplied,
    delete: [200, 'Import deleted successfully'],
  },
  ready: {
    settings: [200, 'Import changed successfully'],
    row: [200, 'Row changed successfully'],
    apply: [202, 'The import has begun'],
    undo: notApplied,
    delete: [200, 'Import deleted successfully'],
  },
  applying: {
    settings: inProgress,
    row: inProgress,
    apply: [202, 'The import has begun'],
    undo: inProgress,
    delete: inProgress,
  },
  applied: {
    settings: applied,
    row: applied,
    apply: [202, 'The import has been applied already'],
    undo: [202, 'The import is being undone'],
    delete: [200, 'Import deleted successfully'],
  },
  undoing: { settings: undoing, row: undoing, apply: undoing, undo: undoing, delete: undoing },
  undone: {
    settings: undone,
    row: undone,
    apply: undone,
    undo: undone,
    delete: [200, 'Import deleted successfully'],
  },
}

test.each(states)('every call says what is the case while an import is %s', async (state) => {
  for (const [call, expected] of Object.entries(said[state])) {
    const user = await signedIn()
    const { _id } = await dryRun(user, card('FN:Ada'))
    const path = `/api/v1/imports/${_id}`
    if (!['reading', 'ready', 'applying'].includes(state)) {
      await user.post(`${path}/apply`, {})
      await reach(user, _id, 'applied')
    }
    if (state === 'undone' || state === 'undoing') await user.post(`${path}/undo`, {})
    if (state === 'undoing')
      await db
        .update(changes)
        .set({ position: 0 })
        .where(and(eq(changes.ownerId, user.user._id), eq(changes.kind, 'undo')))
    if (state === 'reading' || state === 'applying')
      await db.update(imports).set({ state }).where(eq(imports._id, _id))
    expect((await user.get(path)).body.import.state).toBe(state)
    const { status, body } =
      call === 'settings'
        ? await user.patch(path, { groups: true })
        : call === 'row'
          ? await user.patch(`${path}/rows/1`, { onMatch: 'skip' })
          : call === 'delete'
            ? await user.delete(path)
            : await user.post(`${path}/${call}`, {})
    expect([call, status, body.msg]).toEqual([call, ...expected])
  }
})

test('changing nothing is refused too once the import is applied', async () => {
  const user = await signedIn()
  const { _id } = await dryRun(user, card('FN:Ada'))
  const path = `/api/v1/imports/${_id}`
  expect((await user.patch(path, {})).status).toBe(200)
  await user.post(`${path}/apply`, {})
  await reach(user, _id, 'applied')
  expect(await user.patch(path, {})).toMatchObject({
    status: 409,
    body: { msg: 'The import has been applied already' },
  })
})
