import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forgetKeptForms } from '~/account/accounts/kept-forms.server'
import { db } from '~/base/db/db.server'
import { buds, sessions } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { password, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'

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

test('the form of a webhook keeps the mark of its account when it is refused', async () => {
  const [a, b] = [await signedIn(), await signedIn()]
  const _account = `${a.user._id} ${a.user.Email}`
  const fields = { _account, intent: 'add-webhook', url: 'https://example.com/of-a' }
  const refused = await b.submit('/dashboard/developers', fields)
  expect(refused.status).toBe(409)
  const shown = refused.text.split('<form').find((form) => form.includes('https://example.com/of-a'))
  expect(shown).toContain(`value="${_account}"`)
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

  test('is kept once for an account, and for ten minutes', async () => {
    const { a, form } = await firstForm()
    await db.delete(sessions).where(eq(sessions.userId, a.user._id))
    const signIn = formIn(await a.submit('/dashboard/AddBud', form))
    const kept = () => db.$count(sessions, and(eq(sessions.userId, a.user._id), isNotNull(sessions.keptForm)))
    for (let n = 0; n < 3; n++) await createClient().submit('/login', typed(signIn, { Password: password }))
    expect(await kept()).toBe(1)
    await forgetKeptForms()
    expect(await kept()).toBe(1)
    await db.update(sessions).set({ createdAt: sql`now() - interval '11 minutes'` })
    await forgetKeptForms()
    expect(await kept()).toBe(0)
  })

  test('is not kept for the demo account, which anybody can fill', async () => {
    const fields = { _account: `${crypto.randomUUID()} demo@budkeeper.example`, Firstname: 'Ada' }
    const answer = await createClient().submit('/dashboard/AddBud', fields)
    expect(visibleText(answer)).toContain('What you sent could not be kept.')
    expect(valuesIn(formIn(answer), 'kept')).toEqual([])
  })

  test('whose screen cannot show it again leads there with words', async () => {
    const { a } = await firstForm()
    await db.delete(sessions).where(eq(sessions.userId, a.user._id))
    const mark = { _account: `${a.user._id} ${a.user.Email}` }
    const signIn = formIn(await a.submit('/dashboard/Today', { ...mark, intent: 'log', bud: 'x' }))
    expect(await a.submit('/login', typed(signIn, { Password: password }))).toHaveRedirect('/dashboard/Today')
    expect(await a.visit('/dashboard/Today')).toHaveRedirect('/dashboard/Today')
    expect(visibleText(await a.visit('/dashboard/Today'))).toContain('Nothing was saved: please repeat')
  })

  test('a page still leads to /', async () => {
    expect(await createClient().visit('/dashboard/AddBud')).toHaveRedirect('/')
  })
})
