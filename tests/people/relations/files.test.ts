import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { apply, card, dryRun, importOf, rowsOf } from '../../data/imports/support'
import { fileOf } from '../../support/backups'
import { type Client, visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { undoLast } from '../../support/history'

/** The relations of all buds of a user, in words. */
async function everything(user: Client) {
  const { buds } = (await user.get('/api/v1/buds?limit=100')).body
  const lines: string[] = []
  for (const { _id, Firstname, notes } of buds) {
    const { relations } = (await user.get(`/api/v1/buds/${_id}/relations`)).body
    for (const one of relations)
      lines.push(`${one.bud.Firstname} is ${one.label || one.kind} of ${Firstname}`)
    if (notes) lines.push(`${Firstname}: ${notes}`)
  }
  return lines.sort()
}

test('backups and vCards of both versions carry relations, and a second import changes nothing', async () => {
  const user = await signedIn()
  const [ada, ben, cleo] = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((Firstname) => createBud(user.user, { Firstname, Surname: 'Byron' })),
  )
  const relate = (from: { _id: string }, to: { _id: string }, kind: string, label = '') =>
    user.post(`/api/v1/buds/${from._id}/relations`, {
      kind,
      label,
      with: to._id,
      note: 'Note',
      since: '2020-01-01',
    })
  if (!ada || !ben || !cleo) throw new Error()
  await relate(ada, ben, 'parent', 'Father')
  await relate(ben, cleo, 'former-partner')
  await relate(cleo, ada, 'other', 'Rival; at chess, ok')
  await relate(ada, cleo, 'mentor', 'Teacher')
  await relate(cleo, ben, 'introduced-by')
  const before = await everything(user)
  for (const format of ['format=json', 'format=csv', 'format=vcf&version=3', 'format=vcf&version=4']) {
    const file = await fileOf(user, `/api/v1/export?${format}`)
    const other = await signedIn()
    const [, extension] = /format=(\w+)/.exec(format) ?? []
    const name = `buds.${extension}`
    const { _id } = await dryRun(other, file as BodyInit, name)
    await apply(other, _id)
    expect((await everything(other)).map((line) => line.replace(/\(.*\)/, ''))).toEqual(before)
    const again = await dryRun(other, file as BodyInit, name)
    expect(again.counts ?? (await importOf(other, again._id)).counts).toMatchObject({ add: 0, update: 0 })
    await undoLast(other)
    expect(await everything(other)).toEqual([])
  }
})

test('names in the cards of other programs find one bud of the account or of the file, or go to the notes', async () => {
  const user = await signedIn()
  await createBud(user.user, { Firstname: 'Cleo', Surname: 'Stone' })
  for (let n = 0; n < 2; n++)
    await createBud(user.user, {
      Firstname: 'Dan',
      Surname: '',
      emails: [{ label: '', value: `d${n}@example.com` }],
    })
  const file = [
    card(
      'VERSION:3.0',
      'FN:Ada Byron',
      'N:Byron;Ada;;;',
      'item1.X-ABRELATEDNAMES:Ben Byron',
      'item1.X-ABLabel:_$!<Brother>!$_',
      'item2.X-ABRELATEDNAMES:cleo stone',
      'item2.X-ABLabel:_$!<Spouse>!$_',
      'item3.X-ABRELATEDNAMES:Dan',
      'item3.X-ABLabel:Boss',
      'X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Eve;8;;;;;;;;;;;;;',
      'NOTE:Likes tea',
    ),
    card('VERSION:4.0', 'FN:Ben Byron', 'N:Byron;Ben;;;', 'RELATED;TYPE=friend;VALUE=text:Cleo Stone'),
  ].join('')
  const { _id } = await dryRun(user, file)
  await apply(user, _id)
  expect(await everything(user)).toEqual([
    'Ada is partner of Cleo',
    'Ada is sibling of Ben',
    'Ada: Likes tea\n\nBoss: Dan\nMother: Eve',
    'Ben is Brother of Ada',
    'Ben is friend of Cleo',
    'Cleo is Spouse of Ada',
    'Cleo is friend of Ben',
  ])
})

test('cards that name each other keep both words', async () => {
  const related = (name: string, label: string) => [
    `item1.X-ABRELATEDNAMES:${name}`,
    `item1.X-ABLabel:${label}`,
  ]
  const file = [
    card('FN:Ann Byron', 'N:Byron;Ann;;;', ...related('Ada Byron', 'Child')),
    card('FN:Ada Byron', 'N:Byron;Ada;;;', ...related('Ann Byron', 'Mother')),
    card('FN:Cleo Stone', 'N:Stone;Cleo;;;', ...related('Dan Stone', 'Brother')),
    card('FN:Dan Stone', 'N:Stone;Dan;;;', ...related('Cleo Stone', 'Sister')),
  ].join('')
  const user = await signedIn()
  const { _id } = await dryRun(user, file)
  await apply(user, _id)
  expect(await everything(user)).toEqual([
    'Ada is child of Ann',
    'Ann is Mother of Ada',
    'Cleo is sibling of Dan',
    'Dan is Brother of Cleo',
  ])
  const { buds } = (await user.get('/api/v1/buds?search=Dan')).body
  const { relations } = (await user.get(`/api/v1/buds/${buds[0]._id}/relations`)).body
  expect(relations).toMatchObject([{ note: 'Sister: Cleo Stone' }])
  const before = await everything(user)
  await apply(user, (await dryRun(user, file))._id)
  expect(await everything(user)).toEqual(before)
})

test('the check of a file says who becomes what, and counts it as a change', async () => {
  const user = await signedIn()
  const ada = await createBud(user.user, { Firstname: 'Ada', Surname: 'Byron' })
  await createBud(user.user, { Firstname: 'Ben', Surname: 'Byron' })
  const file = card(
    'FN:Ada Byron',
    'N:Byron;Ada;;;',
    'item1.X-ABRELATEDNAMES:Ben Byron',
    'item1.X-ABLabel:_$!<Brother>!$_',
  )
  const check = async () => {
    const { _id, counts } = await dryRun(user, file)
    const [row] = await rowsOf(user, _id)
    return { _id, counts, row }
  }
  const { _id, counts, row } = await check()
  expect(counts).toMatchObject({ update: 1 })
  expect(row.fields).toEqual([{ name: 'relations', before: [], after: ['Brother: Ben Byron'] }])
  expect(visibleText(await user.visit(`/dashboard/Import/${_id}`))).toContain('Brother: Ben Byron')
  await apply(user, _id)
  expect((await check()).counts).toMatchObject({ update: 0, unchanged: 1 })
  const { relations } = (await user.get(`/api/v1/buds/${ada._id}/relations`)).body
  await user.delete(`/api/v1/relations/${relations[0]._id}`)
  expect((await check()).counts).toMatchObject({ update: 1 })
})

test('the own CSV of two with one name comes back without a change, and names nobody knows go to the notes', async () => {
  const user = await signedIn()
  const notes = 'One\n\n\nTwo'
  const [ben, ada] = [
    await createBud(user.user, { Firstname: 'Ben', notes }),
    await createBud(user.user, { Firstname: 'Ada', emails: [{ label: '', value: 'a1@example.org' }] }),
  ]
  await createBud(user.user, { Firstname: 'Ada', emails: [{ label: '', value: 'a2@example.org' }] })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'friend', with: ada._id })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'other', label: 'Rival', with: ada._id })
  const file = (await user.get('/api/v1/export?format=csv')).text
  const { _id, counts } = await dryRun(user, file, 'buds.csv')
  expect(counts).toMatchObject({ add: 0, update: 0, unchanged: 3 })
  await apply(user, _id)
  expect((await user.get(`/api/v1/buds/${ben._id}`)).body.bud.notes).toBe(notes)
  const other = await signedIn()
  await apply(other, (await dryRun(other, file, 'buds.csv'))._id)
  const { buds } = (await other.get('/api/v1/buds?search=Ben')).body
  expect(buds).toMatchObject([{ notes: `${notes}\n\nFriend: Ada\nRival: Ada` }])
})

test('the own vCards of two with one name tell them apart, and come back without a change', async () => {
  const user = await signedIn()
  const make = (Firstname: string, email: string) =>
    createBud(user.user, { Firstname, emails: [{ label: '', value: email }] })
  const [ben, ada, other] = [
    await make('Ben', 'b@example.org'),
    await make('Ada', 'a1@example.org'),
    await make('Ada', 'a2@example.org'),
  ]
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'friend', with: ada._id })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'manager', with: other._id })
  for (const version of ['3', '4']) {
    const file = (await user.get(`/api/v1/export?format=vcf&version=${version}`)).text
    expect((await dryRun(user, file)).counts).toMatchObject({ add: 0, update: 0, unchanged: 3 })
    const newcomer = await signedIn()
    await apply(newcomer, (await dryRun(newcomer, file))._id)
    const [{ _id }] = (await newcomer.get('/api/v1/buds?search=Ben')).body.buds
    const { relations } = (await newcomer.get(`/api/v1/buds/${_id}/relations`)).body
    const emails = relations.map(async ({ kind, bud }: { kind: string; bud: { _id: string } }) => [
      kind,
      (await newcomer.get(`/api/v1/buds/${bud._id}`)).body.bud.emails[0].value,
    ])
    expect(await Promise.all(emails)).toEqual([
      ['friend', 'a1@example.org'],
      ['manager', 'a2@example.org'],
    ])
  }
})

test('somebody who is left out of an import gives no relation to a namesake', async () => {
  const user = await signedIn()
  const email = (value: string) => ({ emails: [{ label: '', value }] })
  const ben = await createBud(user.user, { Firstname: 'Ben' })
  await createBud(user.user, { Firstname: 'Ada', ...email('a1@example.org') })
  const leftOut = await createBud(user.user, { Firstname: 'Ada', ...email('a2@example.org') })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'manager', with: leftOut._id })
  const file = (await user.get('/api/v1/export?format=vcf')).text
  const other = await signedIn()
  const { _id } = await dryRun(other, file)
  const rows = await rowsOf(other, _id)
  const { n } = rows.find(({ bud }: { bud: object }) => JSON.stringify(bud).includes('a2@example.org'))
  expect((await other.patch(`/api/v1/imports/${_id}/rows/${n}`, { onMatch: 'skip' })).status).toBe(200)
  await apply(other, _id)
  expect(await everything(other)).toEqual(['Ben: Manager: Ada'])
})

test('a file without one of two namesakes gives the relation to neither', async () => {
  const user = await signedIn()
  const email = (value: string) => ({ emails: [{ label: '', value }] })
  const ben = await createBud(user.user, { Firstname: 'Ben' })
  const ada = await createBud(user.user, { Firstname: 'Ada', ...email('a1@example.org') })
  const missing = await createBud(user.user, { Firstname: 'Ada', ...email('a2@example.org') })
  const relate = (kind: string, bud: { _id: string }) =>
    user.post(`/api/v1/buds/${ben._id}/relations`, { kind, with: bud._id })
  await relate('friend', ada)
  await relate('friend', missing)
  await relate('manager', missing)
  const file = (await user.get(`/api/v1/export?format=vcf&buds=${ben._id},${ada._id}`)).text
  const other = await signedIn()
  await apply(other, (await dryRun(other, file))._id)
  expect(await everything(other)).toEqual([
    'Ada is friend of Ben',
    'Ben is friend of Ada',
    'Ben: Manager: Ada\n\nFriend: Ada',
  ])
})

test('a label that shows nothing is none, in a card and in a backup', async () => {
  const user = await signedIn()
  const nothing = '\u200d'.repeat(50)
  const [ben, ada] = [
    await createBud(user.user, { Firstname: 'Ben' }),
    await createBud(user.user, { Firstname: 'Ada' }),
  ]
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'other', label: 'Rival', with: ada._id })
  await db.execute(sql`update relations set label = ${nothing} where owner_id = ${user.user._id}`)
  const backup = (await user.get('/api/v1/export?format=json')).text
  const cards =
    card('FN:Ben', 'N:;Ben;;;', 'item1.X-ABRELATEDNAMES:Ada', `item1.X-ABLabel:${nothing}Mother`) +
    card('FN:Ada', 'N:;Ada;;;')
  for (const [file, name, label] of [
    [backup, 'b.json', ''],
    [cards, 'c.vcf', 'Related'],
  ] as const) {
    const other = await signedIn()
    await apply(other, (await dryRun(other, file, name))._id)
    const [{ _id }] = (await other.get('/api/v1/buds?search=Ben')).body.buds
    expect((await other.get(`/api/v1/buds/${_id}/relations`)).body.relations).toMatchObject([
      { kind: 'other', label },
    ])
  }
})

test('another word for another kind of relation is announced', async () => {
  const user = await signedIn()
  const ben = await createBud(user.user, { Firstname: 'Ben', Surname: 'Stone' })
  const cleo = await createBud(user.user, { Firstname: 'Cleo', Surname: 'Stone' })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'other', label: 'Rival', with: cleo._id })
  await user.post(`/api/v1/buds/${ben._id}/relations`, { kind: 'parent', with: cleo._id })
  const file = (label: string) =>
    card('FN:Ben Stone', 'N:Stone;Ben;;;', 'item1.X-ABRELATEDNAMES:Cleo Stone', `item1.X-ABLabel:${label}`)
  for (const [label, update] of [
    ['Rival', 0],
    ['Best man', 1],
    ['Mother', 1],
    ['Child', 0],
  ] as const)
    expect((await dryRun(user, file(label))).counts, label).toMatchObject({ update })
})

test('a relation that names the UID of another card is to its person, and one of no card stays in the notes', async () => {
  const user = await signedIn()
  const uid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'
  const file = [
    card(
      'VERSION:4.0',
      'FN:Ada Byron',
      'N:Byron;Ada;;;',
      `RELATED;TYPE=parent:urn:uuid:${uid.toUpperCase()}`,
      'RELATED;TYPE=friend:urn:uuid:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    ),
    card('VERSION:4.0', `UID:urn:uuid:${uid}`, 'FN:Ben Byron', 'N:Byron;Ben;;;'),
  ].join('')
  const { _id } = await dryRun(user, file, 'contacts.vcf')
  await apply(user, _id)
  expect(await everything(user)).toEqual([
    'Ada is child of Ben',
    'Ada: Friend: urn:uuid:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    'Ben is parent of Ada',
  ])
})
