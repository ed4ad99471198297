import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import {
  createBud,
  createCircle,
  createEvent,
  createImport,
  createInteraction,
  createPost,
  createRelation,
  createSmartList,
  signedIn,
} from './support/factories'
import { paths } from './support/routes'

/** Screens of the account, of all records or of none. The rest belongs to a link of the sidebar. */
const withoutLink =
  /^\/dashboard\/(history|Find|profile|reminders|security|delete-account|data|devices|developers|subscription|export|Delete|\*)/

const linkOf = [
  [/^\/dashboard\/(Today|LogInteraction|EditInteraction)/, 'Today'],
  [/^\/dashboard\/Together/, 'Together'],
  [/Circle/, 'Circles'],
  [/Event/, 'Events'],
  [/Calendar/, 'Calendar'],
  [/Admin/, 'Admin'],
  [/blog/, 'Blog'],
  [/./, 'Buds'],
] as const

test('the sidebar marks the link that each screen of the dashboard belongs to', async () => {
  const user = await signedIn({ traits: ['admin'] })
  const { bud, _id: interaction } = await interactionWithBud(user.user)
  const { _id: other } = await createBud(user.user)
  const ids: Record<string, string> = {
    Bud: bud,
    EditRelation: (await createRelation(user.user, { _id: bud }))._id,
    Interaction: interaction,
    List: (await createSmartList(user.user))._id,
    Circle: (await createCircle(user.user))._id,
    Event: (await createEvent(user.user))._id,
    Import: (await createImport(user.user))._id,
    blog: (await createPost())._id,
  }
  const screens = paths.filter((path) => path.startsWith('/dashboard') && !withoutLink.test(path))
  expect(screens.length).toBeGreaterThan(25)
  for (const path of screens) {
    const [, noun = 'Bud'] = /(EditRelation|Interaction|List|Circle|Event|Import|blog)/.exec(path) ?? []
    const { status, text } = await user.visit(
      path.replace(':id', ids[noun] ?? '').replace('/merge', `/merge?a=${bud}&b=${other}`),
    )
    const current = new JSDOM(text).window.document.querySelectorAll('#sidebar [aria-current=page]')
    const [, label] = linkOf.find(([screen]) => screen.test(path)) ?? []
    const got = [status, ...[...current].map(({ textContent }) => textContent)]
    expect.soft(got, path).toEqual([200, label])
  }
})

async function interactionWithBud(owner: Parameters<typeof createInteraction>[0]) {
  const { _id, buds } = await createInteraction(owner)
  return { _id, bud: buds[0]?._id ?? '' }
}
