import { expect, test } from 'vitest'
import { apply, dryRun } from '../../data/imports/support'
import { type Client, visibleText } from '../../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'
import { undoLast } from '../../support/history'

const dayAt = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

/** Ada is overdue, has a birthday tomorrow, and may be the same person as the second Ada. */
async function start() {
  const user = await signedIn()
  const [, month, day] = dayAt(1).split('-').map(Number)
  const birthday = { label: 'Birthday', year: null, month: month as number, day: day as number }
  const emails = [{ label: '', value: 'ada@example.org' }]
  const ada = await createBud(user.user, {
    ...{
      Firstname: 'Ada',
      Surname: 'Lovelace',
      hobbies: ['Chess'],
      Location: 'Bath',
      cadenceDays: 1,
      emails,
    },
    dates: [birthday],
  })
  const twin = await createBud(user.user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    emails,
    hobbies: ['Chess'],
  })
  await createInteraction(user.user, { on: dayAt(-20), selectedBuds: [ada._id] })
  const path = `/api/v1/buds/${ada._id}`
  const archive = () => user.post(`${path}/archive`, {})
  return { user, ada, twin, path, archive }
}

async function placesOf(user: Client, id: string, twin: string) {
  const { body: today } = await user.get('/api/v1/today')
  const has = (rows: { bud: { _id: string } | null }[]) => rows.some(({ bud }) => bud?._id === id)
  const together = (await user.get(`/api/v1/together?buds=${twin}`)).body
  return {
    list: (await user.get('/api/v1/buds')).body.buds.some((bud: { _id: string }) => bud._id === id),
    total: (await user.get('/api/v1/buds')).body.totalBuds,
    overdue: [has(today.overdue), today.totalOverdue],
    dates: has(today.dates),
    duplicates: (await user.get('/api/v1/duplicates')).body.totalDuplicates,
    suggested: has(together.alsoInvite),
    picker: (await user.visit('/dashboard/AddCircle')).text.includes(id),
  }
}

test('an archived bud is out of lists, Today, suggestions and duplicates until it is unarchived', async () => {
  const { user, ada, twin, path, archive } = await start()
  const before = await placesOf(user, ada._id, twin._id)
  expect(before).toEqual({
    ...{
      list: true,
      total: 2,
      overdue: [true, 1],
      dates: true,
      duplicates: 1,
      suggested: true,
      picker: true,
    },
  })
  const { status, body } = await archive()
  expect([status, body.msg]).toEqual([200, 'Bud archived'])
  expect(body.bud).toMatchObject({
    archivedAt: expect.stringMatching(/Z$/),
    dueOn: null,
    lastContactOn: dayAt(-20),
  })
  expect(await placesOf(user, ada._id, twin._id)).toEqual({
    ...{
      list: false,
      total: 1,
      overdue: [false, 0],
      dates: false,
      duplicates: 0,
      suggested: false,
      picker: false,
    },
  })
  // A second time changes nothing.
  expect((await archive()).body.bud.archivedAt).toBe(body.bud.archivedAt)
  expect((await user.post(`${path}/unarchive`, {})).body).toMatchObject({
    msg: 'Bud unarchived',
    bud: { archivedAt: null },
  })
  expect(await placesOf(user, ada._id, twin._id)).toEqual(before)
})

test('searches find it with a mark; circles and events keep it', async () => {
  const { user, ada, archive } = await start()
  const circle = await createCircle(user.user, { Name: 'Club', selectedBuds: [ada._id] })
  const event = await createEvent(user.user, { Name: 'Supper', selectedBuds: [ada._id] })
  const { archivedAt } = (await archive()).body.bud
  expect((await user.get('/api/v1/buds?search=lovelace')).body.totalBuds).toBe(2)
  const { buds } = (await user.get('/api/v1/find?q=lovelace')).body
  expect(buds.find(({ _id }: { _id: string }) => _id === ada._id)).toMatchObject({ archivedAt })
  expect(visibleText(await user.visit('/dashboard?search=lovelace'))).toContain('Archived')
  expect(visibleText(await user.visit('/dashboard/Find?q=lovelace'))).toContain('Archived')
  for (const path of [`circles/${circle._id}`, `events/${event._id}`]) {
    const [[record]] = [Object.values((await user.get(`/api/v1/${path}`)).body)] as [[{ buds: object[] }]]
    expect(record.buds).toMatchObject([{ _id: ada._id }])
  }
})

test('the page archives and unarchives it, and an undo does too', async () => {
  const { user, ada, path } = await start()
  const page = `/dashboard/Bud/${ada._id}`
  expect(await user.submit(page, { intent: 'archive' })).toSendToast('Bud archived')
  expect(visibleText(await user.visit(page))).toContain('Archived: out of lists')
  await undoLast(user)
  expect((await user.get(path)).body.bud).toMatchObject({ archivedAt: null, dueOn: dayAt(-19) })
  await user.submit(page, { intent: 'archive' })
  expect(await user.submit(page, { intent: 'unarchive' })).toSendToast('Bud unarchived')
  expect((await (await signedIn()).post(`${path}/archive`, {})).status).toBe(404)
})

test.each([
  ['json', 'budkeeper.json'],
  ['csv', 'buds.csv'],
  ['vcf', 'buds.vcf'],
])('a file of the kind %s brings it back archived, with its tags', async (format, name) => {
  const { user, path, archive } = await start()
  await user.patch(path, { tags: ['Chess club'] })
  const { archivedAt } = (await archive()).body.bud
  const other = await signedIn()
  const job = await dryRun(other, (await user.get(`/api/v1/export?format=${format}`)).text, name)
  await apply(other, job._id)
  const { buds } = (await other.get('/api/v1/buds?search=chess%20club')).body
  expect(buds).toMatchObject([{ tags: ['Chess club'], archivedAt, dueOn: null }])
})

test('a merge keeps it out of lists only if both are archived', async () => {
  const { user, twin, path, archive } = await start()
  await archive()
  expect((await user.post(`${path}/merge`, { with: twin._id })).body.bud.archivedAt).toBeNull()
})

test('an archived partner is not asked', async () => {
  const { user, ada, twin, archive } = await start()
  await user.post(`/api/v1/buds/${twin._id}/relations`, { kind: 'partner', with: ada._id })
  const asked = async () => {
    const { alsoInvite } = (await user.get(`/api/v1/together?buds=${twin._id}`)).body
    return alsoInvite.map(({ reason }: { reason: string }) => reason)
  }
  expect(await asked()).toContain('Ask Ada too? Partner of Ada Lovelace')
  await archive()
  expect(await asked()).toEqual([])
})
