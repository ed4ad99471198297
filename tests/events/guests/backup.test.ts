import { describe, expect, test } from 'vitest'
import { apply, dryRun, undo } from '../../data/imports/support'
import { signedIn } from '../../support/factories'
import { answer, invited } from './support'

const exportOf = async ({ user }: Pick<Awaited<ReturnType<typeof invited>>, 'user'>) =>
  (await user.get('/api/v1/export?format=json')).text

async function answered() {
  const made = await invited({}, [{ Firstname: 'Ada' }, { Firstname: 'Cem' }, { Firstname: 'Zoe' }])
  await answer(made.paths[0] ?? '')
  await answer(made.paths[1] ?? '', { answer: 'no', note: 'Sorry' })
  return made
}

describe('the answers of guests', () => {
  test('are part of the backup, come back in an empty account without links, and an undo takes them back', async () => {
    const made = await answered()
    const file = await exportOf(made)
    const [event] = JSON.parse(file).events
    const { guests, totals } = (await made.user.get(made.api)).body
    expect(event.answers).toEqual(
      guests.slice(0, 2).map(({ bud, hasLink: _, ...rest }: { bud: { _id: string }; hasLink: boolean }) => ({
        ...rest,
        bud: bud._id,
      })),
    )
    const user = await signedIn()
    const job = await dryRun(user, file, 'backup.json')
    expect(job.counts).toMatchObject({ add: 4, skip: 0 })
    await apply(user, job._id)
    const [restored] = (await user.get('/api/v1/events')).body.events
    const withoutLinks = guests.map((guest: object) => ({ ...guest, hasLink: false }))
    expect((await user.get(`/api/v1/events/${restored._id}/guests`)).body).toEqual({
      guests: withoutLinks,
      totals,
    })
    await undo(user, job._id)
    expect((await user.get('/api/v1/events')).body.totalEvents).toBe(0)
  })

  test('that were given since an import stay when it is undone, with their event and bud', async () => {
    const file = await exportOf(await answered())
    const user = await signedIn()
    const job = await dryRun(user, file, 'backup.json')
    await apply(user, job._id)
    const [event] = (await user.get('/api/v1/events')).body.events
    const api = `/api/v1/events/${event._id}/guests`
    const { links } = (await user.post(api, {})).body
    const { url } = links.find(({ bud }: { bud: { Firstname: string } }) => bud.Firstname === 'Zoe')
    await answer(new URL(url).pathname)
    await undo(user, job._id)
    const { guests } = (await user.get(api)).body
    expect(guests).toMatchObject([{ bud: { Firstname: 'Zoe' }, answer: 'yes', note: 'I come by train' }])
  })

  test('may be missing in a backup, and those that break a rule are named', async () => {
    const content = JSON.parse(await exportOf(await answered()))
    delete content.events[0].answers
    const user = await signedIn()
    expect((await dryRun(user, JSON.stringify(content), 'old.json')).counts).toMatchObject({ add: 4 })
    content.events[0].answers = [
      { bud: content.buds[0]._id, answer: 'perhaps', answeredAt: '2026-11-24T10:00:00Z' },
    ]
    const job = await dryRun(user, JSON.stringify(content), 'broken.json')
    expect(job.counts).toMatchObject({ add: 3, skip: 1 })
  })
})
