import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, sessions } from '~drizzle/schema'
import { createClient, visibleText } from '../support/client'
import { password, signedIn } from '../support/factories'
import { formIn, typed, valuesIn } from '../support/form'

const firstForm = async () => {
  const [a, b] = [await signedIn(), await signedIn()]
  const form = typed(formIn(await a.visit('/dashboard/AddBud')), {
    Firstname: 'Secret <b>',
    notes: 'of A',
    hobbies: 'Reading',
    email0Value: 'x@example.org',
    customField0Name: 'Dog',
    customField0Value: 'Rex',
  })
  return { a, b, form }
}

describe("another account's form", () => {
  test('is refused as typed, and stored in no account', async () => {
    const { a, b, form } = await firstForm()
    const refused = await b.submit('/dashboard/AddBud', form)
    expect(refused.status).toBe(409)
    expect(visibleText(refused)).toContain(
      `This form was opened as ${a.user.Email}; you are now signed in as ${b.user.Email}.`,
    )
    const shown = formIn(refused)
    for (const name of [
      'Firstname',
      'notes',
      'hobbies',
      'email0Value',
      'customField0Name',
      '_id',
      '_account',
    ])
      expect(valuesIn(shown, name), name).toEqual(valuesIn(form, name))
    expect((await b.submit('/dashboard/AddBud', shown)).status).toBe(409)
    expect(await db.$count(buds, eq(buds.ownerId, b.user._id))).toBe(0)
    expect(await a.submit('/dashboard/AddBud', shown)).toHaveRedirect('/dashboard')
  })

  test('is stored when its button says so', async () => {
    const { b, form } = await firstForm()
    const refused = await b.submit('/dashboard/AddBud', form)
    expect(visibleText(refused)).toContain(`Save as ${b.user.Email}`)
    const chosen = [...formIn(refused), ['_account', `${b.user._id} ${b.user.Email}`] as [string, string]]
    expect(await b.submit('/dashboard/AddBud', chosen)).toHaveRedirect('/dashboard')
    expect(await db.$count(buds, eq(buds.ownerId, b.user._id))).toBe(1)
  })
})

describe('a form without a session', () => {
  test('is answered by the sign-in page, and is there again as typed', async () => {
    const { a, b, form } = await firstForm()
    await db.delete(sessions).where(eq(sessions.userId, a.user._id))
    const answer = await a.submit('/dashboard/AddBud', form)
    expect(answer.status).toBe(401)
    expect(visibleText(answer)).toContain('You were signed out. Sign in to continue; what you typed is kept')
    expect(answer.text).not.toContain('Secret')
    const signIn = formIn(answer)
    expect(valuesIn(signIn, 'Email')).toEqual([a.user.Email])
    // Somebody else gets nothing of it.
    const other = createClient()
    const elsewhere = await other.submit('/login', typed(signIn, { Email: b.user.Email, Password: password }))
    expect(elsewhere).toHaveRedirect('/dashboard')
    expect((await other.visit('/dashboard/AddBud')).text).not.toContain('Secret')
    // A wrong password keeps it.
    const wrong = await a.submit('/login', typed(signIn, { Password: 'not the password' }))
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain(valuesIn(signIn, 'kept')[0])
    expect(await a.submit('/login', typed(signIn, { Password: password }))).toHaveRedirect(
      '/dashboard/AddBud',
    )
    const again = await a.visit('/dashboard/AddBud')
    expect(again.status).toBe(200)
    expect(visibleText(again)).toContain('What you typed is here and not saved yet.')
    const shown = formIn(again)
    for (const name of [
      'Firstname',
      'notes',
      'hobbies',
      'email0Value',
      'customField0Name',
      '_id',
      '_account',
    ])
      expect(valuesIn(shown, name), name).toEqual(valuesIn(form, name))
    expect(await db.$count(buds, eq(buds.ownerId, a.user._id))).toBe(0)
    expect(await a.submit('/dashboard/AddBud', shown)).toHaveRedirect('/dashboard')
    expect(await db.$count(buds, eq(buds.ownerId, a.user._id))).toBe(1)
    expect((await a.visit('/dashboard/AddBud')).text).not.toContain('Secret')
  })

  test('a page still leads to /', async () => {
    expect(await createClient().visit('/dashboard/AddBud')).toHaveRedirect('/')
  })
})
