import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { changes } from '~drizzle/schema'
import { storeToken } from '../../integrations/tokens/support'
import {
  createBud,
  createCircle,
  createEvent,
  createFeed,
  createImport,
  createInteraction,
  createPasskey,
  createPost,
  createProposal,
  createWebhook,
  signedIn,
} from '../../support/factories'
import { paths } from '../../support/routes'

/** The forms of the page that are posted, except the one that signs out. */
function postedForms(html: string) {
  const forms = [...new JSDOM(html).window.document.querySelectorAll('form')]
  return forms.filter(({ method, action }) => method === 'post' && !action.endsWith('/logout'))
}

test('every form of every screen says whose it is', async () => {
  const client = await signedIn({ Role: 'admin' })
  const { user } = client
  const overdue = { cadenceDays: 1 }
  const [bud, other] = [await createBud(user, overdue), await createBud(user, overdue)]
  const ids: Record<string, { _id: string } | undefined> = {
    Bud: bud,
    EditBud: bud,
    EditCircle: await createCircle(user),
    EditEvent: await createEvent(user, { selectedBuds: [bud._id] }),
    EditInteraction: await createInteraction(user),
    Import: await createImport(user),
    edit: await createPost(),
    history: (await db.select().from(changes).where(eq(changes.ownerId, user._id)))[0],
  }
  ids.EventGuests = ids.EditEvent
  await Promise.all([createFeed(user), createWebhook(user), createPasskey(user), storeToken(user)])
  await createProposal(user, bud)
  const counts: Record<string, number> = {}
  for (const pattern of [
    ...paths,
    `/dashboard/merge?a=${bud._id}&b=${other._id}`,
    '/dashboard/Admin?tab=users',
  ]) {
    if (!pattern.startsWith('/dashboard') || pattern.includes('Delete')) continue
    const screen = /\/(\w+)\/:id$/.exec(pattern)?.[1]
    const response = await client.visit(pattern.replace(':id', (screen && ids[screen]?._id) || ''))
    if (response.status !== 200 || !response.headers.get('Content-Type')?.startsWith('text/html')) continue
    const forms = postedForms(response.text)
    counts[pattern] = forms.length
    for (const form of forms) {
      const marks = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden][name=_account]')]
      expect(
        marks.map(({ value }) => value),
        `${pattern}: ${form.outerHTML.slice(0, 300)}`,
      ).toEqual([`${user._id} ${user.Email}`])
    }
  }
  // A screen without its forms would prove nothing.
  const withForms = Object.keys(counts).filter((pattern) => counts[pattern])
  expect(withForms.length).toBeGreaterThan(20)
  expect(withForms).toEqual(
    expect.arrayContaining([
      '/dashboard/AddBud',
      '/dashboard/Today',
      '/dashboard/review',
      '/dashboard/Import/:id',
    ]),
  )
})

/** Dialogs and toasts open later, so their forms are looked for in the source. */
test('every component with a form that is posted has the field', () => {
  const isOfDashboard = (file: string) => !/routes\/public|answer-form|update-form|sign-in-again/.test(file)
  const files = (readdirSync('app', { recursive: true }) as string[])
    .filter((file) => file.endsWith('.tsx') && isOfDashboard(file))
    .map((file) => `app/${file}`)
  const lacking = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8').replace(/<form method="post" action="\/logout">/, '')
    const forms = source.match(/<[Ff]orm\b[^>]*?method="post"/g)?.length ?? 0
    const fields = source.match(/<AccountField \/>/g)?.length ?? 0
    return forms === fields ? [] : [`${file}: ${forms} forms, ${fields} fields`]
  })
  expect(lacking).toEqual([])
  expect(
    files.filter((file) => readFileSync(file, 'utf8').includes('<AccountField />')).length,
  ).toBeGreaterThan(30)
})
