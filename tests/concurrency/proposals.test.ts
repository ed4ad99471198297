import { expect, test } from 'vitest'
import { withBud } from '../people/proposals/support'
import { createClient } from '../support/client'
import { inTransaction, untilBlocked } from '../support/concurrency'
import { isPostgres } from '../support/database'

// Two transactions need two connections.
test.skipIf(!isPostgres)(
  'an answer of a bud waits for who makes a new link, and does not hold the link meanwhile',
  async () => {
    const { user, bud, makeLink } = await withBud()
    const path = await makeLink()
    const { sent } = await inTransaction(async (tx) => {
      await tx`select from buds where id = ${bud._id} for no key update`
      const sent = createClient().submit(path, { phone0Value: '5' })
      await untilBlocked()
      await tx`set local lock_timeout = '300ms'`
      await tx`delete from links where user_id = ${user.user._id} and kind = 'update'`
      return { sent }
    })
    expect((await sent).status).toBe(404)
    expect((await user.get('/api/v1/proposals')).body.totalProposals).toBe(0)
  },
)
