import { describe, expect, test } from 'vitest'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { apply, card, dryRun, reach, rowsOf } from './support'

const notesOf = async (file: string, name?: string) => {
  const user = await signedIn()
  const job = await dryRun(user, file, name)
  await apply(user, job._id)
  const { buds } = (await user.get('/api/v1/buds?sort=oldestFirst')).body
  return buds.map(({ notes }: { notes: string }) => notes)
}

describe('groups that do not become circles are in the notes', () => {
  test.each([
    ['categories of a vCard', card('FN:Ada', 'CATEGORIES:climbing,choir'), 'a.vcf'],
    ['labels of Google', 'First Name,Labels\nAda,* myContacts ::: climbing ::: choir\n', 'a.csv'],
    ['groups of a table', 'Firstname,Groups\nAda,"climbing, choir"\n', 'a.csv'],
    [
      'cards of groups',
      card('FN:Ada', 'UID:1') +
        card('KIND:group', 'FN:climbing', 'MEMBER:urn:uuid:1') +
        card('X-ADDRESSBOOKSERVER-KIND:group', 'FN:choir', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1'),
      'a.vcf',
    ],
  ])('%s', async (_, file, name) => {
    expect(await notesOf(file, name)).toEqual(['Groups: climbing, choir'])
  })

  test.each(['CATEGORIES:myContacts', 'CATEGORIES:* myContacts,* Other Contacts'])(
    'without those that Google makes itself: %s',
    async (line) => {
      expect(await notesOf(card('FN:Ada', line))).toEqual([''])
    },
  )

  test('of a user are kept if they only begin like those of Google', async () => {
    expect(await notesOf(card('FN:Ada', 'CATEGORIES:My Contacts Bath,Other'))).toEqual([
      'Groups: My Contacts Bath, Other',
    ])
  })

  test('of two records of a person, once each', async () => {
    const file =
      card('N:Lovelace;Ada', 'EMAIL:ada@example.org', 'CATEGORIES:choir') +
      card('N:Lovelace;Ada', 'EMAIL:ada@example.org', 'CATEGORIES:choir,climbing')
    expect(await notesOf(file)).toEqual(['Groups: choir, climbing'])
  })

  test('after the notes of a bud that is known, without those that are its circles, and once', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, {
      Firstname: 'Ada',
      notes: 'Met in Bath',
      emails: [{ label: '', value: 'ada@example.org' }],
    })
    await createCircle(user.user, { Name: 'Choir', selectedBuds: [_id] })
    const file = card('FN:Ada', 'EMAIL:ada@example.org', 'CATEGORIES:choir,climbing,Maths\\, pure')
    const job = await dryRun(user, file)
    const [row] = await rowsOf(user, job._id)
    const notes = 'Met in Bath\n\nGroups: climbing, Maths, pure'
    expect(row.fields).toEqual([{ name: 'notes', before: 'Met in Bath', after: notes }])
    await apply(user, job._id)
    expect((await user.get(`/api/v1/buds/${_id}`)).body.bud.notes).toBe(notes)
    expect((await dryRun(user, file)).counts).toMatchObject({ update: 0, unchanged: 1 })
  })

  test('beside circles, if the name is too long for one', async () => {
    const user = await signedIn()
    const long = 'x'.repeat(101)
    const job = await dryRun(user, card('FN:Ada', `CATEGORIES:choir,${long}`))
    await user.patch(`/api/v1/imports/${job._id}`, { groups: true })
    await reach(user, job._id, 'ready')
    await apply(user, job._id)
    expect((await user.get('/api/v1/circles')).body.circles).toMatchObject([{ Name: 'choir' }])
    expect((await user.get('/api/v1/buds')).body.buds).toMatchObject([{ notes: `Groups: ${long}` }])
  })
})

test('groups that become circles are not in the notes', async () => {
  const user = await signedIn()
  const job = await dryRun(user, card('FN:Ada', 'CATEGORIES:choir'))
  await user.patch(`/api/v1/imports/${job._id}`, { groups: true })
  await reach(user, job._id, 'ready')
  await apply(user, job._id)
  expect((await user.get('/api/v1/buds')).body.buds).toMatchObject([{ notes: '' }])
})

test('a group without members is named', async () => {
  const user = await signedIn()
  const job = await dryRun(user, card('FN:Ada') + card('KIND:group', 'FN:choir'))
  const rows = await rowsOf(user, job._id, 'action=skip')
  expect(rows).toMatchObject([{ reason: "The group 'choir' has no members" }])
})
