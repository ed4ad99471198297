import { describe, expect, test } from 'vitest'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { apply, card, dryRun, reach, rowsOf } from './support'

const placesOf = async (file: string, name?: string) => {
  const user = await signedIn()
  const job = await dryRun(user, file, name)
  await apply(user, job._id)
  const { buds } = (await user.get('/api/v1/buds?sort=oldestFirst')).body
  return buds.map(({ tags, notes }: { tags: string[]; notes: string }) => [...tags, notes])
}

describe('groups that do not become circles are tags', () => {
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
    expect(await placesOf(file, name)).toEqual([['climbing', 'choir', '']])
  })

  test.each(['CATEGORIES:myContacts', 'CATEGORIES:* myContacts,* Other Contacts'])(
    'without those that Google makes itself: %s',
    async (line) => {
      expect(await placesOf(card('FN:Ada', line))).toEqual([['']])
    },
  )

  test('of a user are kept if they only begin like those of Google', async () => {
    expect(await placesOf(card('FN:Ada', 'CATEGORIES:My Contacts Bath,Other'))).toEqual([
      ['My Contacts Bath', 'Other', ''],
    ])
  })

  test('of two records of a person, once each', async () => {
    const file =
      card('N:Lovelace;Ada', 'EMAIL:ada@example.org', 'CATEGORIES:choir') +
      card('N:Lovelace;Ada', 'EMAIL:ada@example.org', 'CATEGORIES:choir,climbing')
    expect(await placesOf(file)).toEqual([['choir', 'climbing', '']])
  })

  test('of a bud that is known, without those that are its circles, and with a comma in the notes, once', async () => {
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
    const notes = 'Met in Bath\n\nGroups: Maths, pure'
    expect(row.fields).toEqual([
      { name: 'notes', before: 'Met in Bath', after: notes },
      { name: 'tags', before: [], after: ['climbing'] },
    ])
    await apply(user, job._id)
    expect((await user.get(`/api/v1/buds/${_id}`)).body.bud).toMatchObject({ notes, tags: ['climbing'] })
    expect((await dryRun(user, file)).counts).toMatchObject({ update: 0, unchanged: 1 })
  })

  test('up to 20 of a bud and 500 of an account, in its spelling; the rest goes to the notes', async () => {
    const user = await signedIn()
    const named = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`)
    for (let n = 0; n < 24; n++) await createBud(user.user, { Firstname: 'B', tags: named(`k${n} `, 20) })
    await createBud(user.user, { Firstname: 'B', tags: named('last ', 19) })
    const file =
      card('FN:Ada', `CATEGORIES:K0 0,one,two`) + card('FN:Cleo', `CATEGORIES:${named('k1 ', 20)},K2 3,ONE`)
    const job = await dryRun(user, file)
    await apply(user, job._id)
    const { buds } = (await user.get('/api/v1/buds')).body
    const of = (name: string) => buds.find((bud: { Firstname: string }) => bud.Firstname === name)
    expect(of('Ada')).toMatchObject({ tags: ['k0 0', 'one'], notes: 'Groups: two' })
    expect(of('Cleo')).toMatchObject({ tags: named('k1 ', 20), notes: 'Groups: k2 3, one' })
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

test('groups that become circles are not tags', async () => {
  const user = await signedIn()
  const job = await dryRun(user, card('FN:Ada', 'CATEGORIES:choir'))
  await user.patch(`/api/v1/imports/${job._id}`, { groups: true })
  await reach(user, job._id, 'ready')
  await apply(user, job._id)
  expect((await user.get('/api/v1/buds')).body.buds).toMatchObject([{ notes: '', tags: [] }])
})

test('a group without members is named', async () => {
  const user = await signedIn()
  const job = await dryRun(user, card('FN:Ada') + card('KIND:group', 'FN:choir'))
  const rows = await rowsOf(user, job._id, 'action=skip')
  expect(rows).toMatchObject([{ reason: "The group 'choir' has no members" }])
})
