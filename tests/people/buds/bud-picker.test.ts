import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { loadBudPicker, withBudPicker } from '~/people/buds/bud-picker.server'
import { createBud, createUser } from '../../support/factories'

test('an invalid search for buds is ignored', async () => {
  const owner = await createUser()
  await createBud(owner)
  for (const findBuds of ['\0', 'x'.repeat(101), ['a', 'b'], undefined]) {
    expect(await loadBudPicker(owner._id, { findBuds })).toMatchObject({ findBuds: '', suggestions: [{}] })
  }
})

test('a rejected form keeps its selected buds when buds cannot be loaded', async () => {
  const id = uuid()
  const submission = { payload: { selectedBuds: id } } as unknown as Submission<unknown>
  const response = await withBudPicker('no owner', submission, data({ msg: '' }))
  expect(response.data.picker).toMatchObject({ selected: [{ _id: id }], missing: [], suggestions: [] })
})
