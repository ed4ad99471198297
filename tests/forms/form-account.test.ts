import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { db } from '~/db/db.server'
import { buds } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { formIn, typed, valuesIn } from '../support/form'
import { signedIn } from './accounts'

describe('the form of another account', () => {
  it('is refused as typed, and stored in no account', async () => {
    const { client: a, user: ada } = await signedIn()
    const { client: b, user: bob } = await signedIn()
    const form = typed(formIn(await a.visit('/dashboard/AddBud')), { Firstname: 'Secret <b>', notes: 'of A' })
    const refused = await b.submit('/dashboard/AddBud', form)
    expect(refused.status).toBe(409)
    expect(visibleText(refused)).toContain(`opened as ${ada.Email}; you are now signed in as ${bob.Email}`)
    const shown = formIn(refused)
    expect(valuesIn(shown, 'Firstname')).toEqual(['Secret <b>'])
    expect(valuesIn(shown, 'notes')).toEqual(['of A'])
    expect(await db.$count(buds, eq(buds.ownerId, bob._id))).toBe(0)
  })
})
