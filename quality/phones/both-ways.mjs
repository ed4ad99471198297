import { editBothSides } from '../../tests/support/two-way.mjs'
import { hasVdirsyncer } from '../../tests/support/vdirsyncer.mjs'
import { listFaults, registerOwner } from './support.mjs'

const edits = Number(process.env.EDITS ?? 1_000)
const records = Number(process.env.RECORDS ?? 100)
const rounds = 20
const seed = Number(process.env.SEED ?? 38)

/** Random edits (EDITS) of contacts and events in a folder that vdirsyncer syncs, and as many by the API (SEED). */
export async function bothWays({ app, check, skip }) {
  if (!hasVdirsyncer) return skip('vdirsyncer is not installed here')
  const owner = await registerOwner(app.url)
  const client = await owner.addDevice('vdirsyncer')
  const { faults, counts, sizes } = await editBothSides({
    client,
    call: owner.call,
    edits,
    records,
    rounds,
    seed,
  })
  const { here, there, syncs, deleted } = counts
  check(
    `vdirsyncer: after ${here} edits here and ${there} there nothing is lost, doubled or other`,
    faults.length === 0,
    `${syncs} syncs, ${deleted} deleted, ${sizes.join(' contacts and ')} events; ${listFaults(faults)}`,
  )
}
