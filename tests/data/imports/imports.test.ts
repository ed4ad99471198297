import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { changesOf } from '../../support/history'
import { allRows } from '../history/model'
import { apply, card, dryRun, importOf, reach, rowsOf, undo, upload } from './support'

const ada = card(
  'N:Lovelace;Ada',
  'EMAIL;TYPE=WORK:ada@example.org',
  'TEL:+44 20 7946 0018',
  'CATEGORIES:Readers',
)
const grace = card('N:Hopper;Grace', 'NOTE:Likes clocks', 'CATEGORIES:Readers,Navy')
const budsOf = async (user: Awaited<ReturnType<typeof signedIn>>) =>
  (await user.get('/api/v1/buds?limit=100&sort=oldestFirst')).body.buds

describe('an import', () => {
  test('says what would happen, writes nothing before it is applied, and is taken back by undo', async () => {
    const user = await signedIn()
    const known = await createBud(user.user, {
      Firstname: 'Ada',
      Surname: 'Lovelace',
      emails: [{ label: '', value: 'ADA@example.org' }],
    })
    const before = await allRows(user.user._id)
    const job = await dryRun(user, ada + grace)
    expect(job).toMatchObject({
      format: 'vcard',
      name: 'people.vcf',
      counts: { add: 1, update: 1, unchanged: 0, skip: 0 },
      done: 2,
      total: 2,
      onMatch: 'fill',
      groups: false,
      dateOrder: null,
    })
    const rows = await rowsOf(user, job._id)
    expect(rows).toMatchObject([
      {
        n: 1,
        line: 1,
        action: 'update',
        reason: 'The same email: ada@example.org',
        match: { _id: known._id },
      },
      {
        n: 2,
        line: 8,
        action: 'add',
        match: null,
        bud: { Firstname: 'Grace', notes: 'Likes clocks', tags: ['Readers', 'Navy'] },
      },
    ])
    expect(rows[0].fields).toEqual([
      {
        name: 'emails',
        before: [{ label: '', value: 'ADA@example.org' }],
        after: [{ label: 'Work', value: 'ADA@example.org' }],
      },
      { name: 'phones', before: [], after: [{ label: '', value: '+44 20 7946 0018' }] },
      { name: 'tags', before: [], after: ['Readers'] },
    ])
    expect(await allRows(user.user._id)).toEqual(before)

    await apply(user, job._id)
    expect(await budsOf(user)).toMatchObject([
      { Firstname: 'Ada', phones: [{ value: '+44 20 7946 0018' }] },
      { Firstname: 'Grace', Surname: 'Hopper', notes: 'Likes clocks', tags: ['Readers', 'Navy'] },
    ])
    expect((await changesOf(user))[0]).toMatchObject({ kind: 'import', title: 'people.vcf imported' })

    const undone = await undo(user, job._id)
    expect(undone.kept).toEqual([])
    expect(await allRows(user.user._id)).toEqual(before)
  })

  test('of the same file again adds and changes nothing', async () => {
    const user = await signedIn()
    const first = await dryRun(user, ada + grace)
    await user.patch(`/api/v1/imports/${first._id}`, { groups: true })
    await reach(user, first._id, 'ready')
    await apply(user, first._id)
    const before = await allRows(user.user._id)
    const again = await dryRun(user, ada + grace)
    await user.patch(`/api/v1/imports/${again._id}`, { groups: true })
    const { counts } = await reach(user, again._id, 'ready')
    expect(counts).toEqual({ add: 0, update: 0, unchanged: 2, skip: 0 })
    await apply(user, again._id)
    expect(await allRows(user.user._id)).toEqual(before)
  })

  test('makes circles of groups if it is told to, and puts people into those that exist', async () => {
    const user = await signedIn()
    await createCircle(user.user, { Name: 'readers', selectedBuds: [] })
    const job = await dryRun(user, ada + grace)
    expect((await user.patch(`/api/v1/imports/${job._id}`, { groups: true })).status).toBe(200)
    await reach(user, job._id, 'ready')
    await apply(user, job._id)
    const { circles } = (await user.get('/api/v1/circles?sort=A-Z')).body
    const names = circles.map(({ Name, buds }: { Name: string; buds: { Firstname: string }[] }) => [
      Name,
      buds.map(({ Firstname }) => Firstname).sort(),
    ])
    expect(names).toEqual([
      ['Navy', ['Grace']],
      ['readers', ['Ada', 'Grace']],
    ])
  })

  test('brings photos along, and names one that cannot be read', async () => {
    const user = await signedIn()
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2b6a47' } })
      .jpeg()
      .toBuffer()
    const withPhoto = card('FN:Ada', `PHOTO;ENCODING=b;TYPE=JPEG:${photo.toString('base64')}`)
    const broken = card(
      'FN:Cem',
      `PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.from('no picture').toString('base64')}`,
    )
    const job = await dryRun(user, withPhoto + broken)
    const [, second] = await rowsOf(user, job._id)
    expect(second.reason).toBe('The photo cannot be read')
    await apply(user, job._id)
    const [first, other] = await budsOf(user)
    expect(first.photo).toMatch(/^\/photos\//)
    expect((await user.send('GET', first.photo)).status).toBe(200)
    expect(other.photo).toBeNull()
    const again = await dryRun(user, withPhoto)
    expect(again.counts).toMatchObject({ unchanged: 1 })
  })

  test('folds the same person twice in a file into the first', async () => {
    const user = await signedIn()
    const job = await dryRun(
      user,
      ada + card('FN:Ada Lovelace', 'EMAIL:ada@example.org', 'URL:https://ada.example') + grace,
    )
    expect(job.counts).toEqual({ add: 2, update: 0, unchanged: 0, skip: 1 })
    const rows = await rowsOf(user, job._id)
    expect(rows[0].bud.links).toEqual([{ label: '', value: 'https://ada.example' }])
    expect(rows[1]).toMatchObject({ action: 'skip', reason: 'The same person as on line 1' })
  })

  test('keeps two rows of a bud that say the same', async () => {
    const user = await signedIn()
    const known = await createBud(user.user, {
      Firstname: 'Ada',
      emails: [{ label: '', value: 'ada@example.org' }],
      phones: [
        { label: 'Home', value: '+44 7700 900001' },
        { label: 'Work', value: '+44 7700 900001' },
      ],
      dates: [
        { label: 'Birthday', year: 1985, month: 3, day: 14 },
        { label: 'Wedding', year: null, month: 3, day: 14 },
      ],
      customFields: [
        { name: 'Kid', value: 'Tom' },
        { name: 'Kid', value: 'Ann' },
      ],
    })
    const job = await dryRun(user, card('FN:Ada', 'EMAIL:ada@example.org'))
    expect(job.counts).toMatchObject({ unchanged: 1 })
    await apply(user, job._id)
    expect(await budsOf(user)).toEqual([known].map((bud) => JSON.parse(JSON.stringify(bud))))
  })

  test('does not add a phone number that the bud has in another spelling', async () => {
    const user = await signedIn()
    await createBud(user.user, { Firstname: 'Ada', phones: [{ label: '', value: '+44 20 7946 0018' }] })
    const job = await dryRun(user, card('FN:Ada', 'TEL:020 7946 0018'))
    expect(job.counts).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['+47 22 12 34 56', '22123456', 'update'],
    ['+44 20 7946 0018', '+49 20 7946 0018', 'add'],
    ['020 7946 0018 ext 12', '020 7946 0018 ext 13', 'add'],
  ])('compares %s and %s as duplicates do', async (stored, phone, action) => {
    const user = await signedIn()
    const phones = [{ label: '', value: stored }]
    await createBud(user.user, { Firstname: 'Ada', Surname: 'Lovelace', phones })
    const job = await dryRun(user, card('N:Lovelace;Ada King', `TEL:${phone}`, 'NICKNAME:Countess'))
    expect(await rowsOf(user, job._id)).toMatchObject([{ action }])
  })

  test('adds the rows that a list lacks, as a merge does, and a second time nothing', async () => {
    const user = await signedIn()
    const known = await createBud(user.user, {
      Firstname: 'Ada',
      emails: [{ label: '', value: 'ada@example.org' }],
      dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
    })
    const file = card(
      'FN:Ada',
      'EMAIL;TYPE=HOME:ada@example.org',
      'EMAIL;TYPE=WORK:Ada@example.org',
      'BDAY:1816-12-10',
    )
    await apply(user, (await dryRun(user, file))._id)
    expect((await user.get(`/api/v1/buds/${known._id}`)).body.bud).toMatchObject({
      emails: [
        { label: 'Home', value: 'ada@example.org' },
        { label: 'Work', value: 'Ada@example.org' },
      ],
      dates: [{ year: 1815 }, { year: 1816 }],
    })
    expect((await dryRun(user, file)).counts).toMatchObject({ update: 0, unchanged: 1 })
  })

  test('does not take people of a family with one email for one person', async () => {
    const user = await signedIn()
    const anna = card('N:Smith;Anna', 'EMAIL:fam@example.org', 'TITLE:Nurse')
    const bob = card('N:Smith;Bob', 'EMAIL:fam@example.org', 'TEL:+44 7700 900002')
    const job = await dryRun(user, anna + bob)
    expect(job.counts).toMatchObject({ add: 2, skip: 0 })
    await apply(user, job._id)
    const again = await dryRun(user, bob + anna)
    expect(again.counts).toEqual({ add: 0, update: 0, unchanged: 2, skip: 0 })
  })

  test('puts texts of a second record of the same person into notes', async () => {
    const user = await signedIn()
    const file =
      card('FN:Ada Lovelace', 'EMAIL:ada@example.org', 'NOTE:First') +
      card('FN:Ada Lovelace', 'EMAIL:ada@example.org', 'NOTE:Second', 'TITLE:Countess')
    const job = await dryRun(user, file)
    const [row] = await rowsOf(user, job._id)
    expect(row.bud).toMatchObject({ Occupation: 'Countess', notes: 'First\n\nSecond' })
  })

  test('writes two records about one bud one after the other', async () => {
    const user = await signedIn()
    await createBud(user.user, {
      Firstname: 'Ada',
      emails: [
        { label: '', value: 'one@example.org' },
        { label: '', value: 'two@example.org' },
      ],
    })
    const file =
      card('FN:Ada', 'EMAIL:one@example.org', 'TEL:1234567') +
      card('FN:Ada', 'EMAIL:two@example.org', 'TEL:7654321')
    const job = await dryRun(user, file)
    await apply(user, job._id)
    const [bud] = await budsOf(user)
    expect(bud.phones.map(({ value }: { value: string }) => value)).toEqual(['1234567', '7654321'])
  })

  test('only suggests a bud with the same name, until the user chooses it', async () => {
    const user = await signedIn()
    const known = await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' })
    const job = await dryRun(user, grace)
    const [row] = await rowsOf(user, job._id)
    expect(row).toMatchObject({ action: 'add', reason: 'A bud has the same name', match: { _id: known._id } })
    const path = `/api/v1/imports/${job._id}/rows/1`
    const changed = await user.patch(path, { onMatch: 'fill' })
    expect(changed).toMatchObject({ status: 200, body: { row: { action: 'update', onMatch: 'fill' } } })
    await apply(user, job._id)
    expect(await budsOf(user)).toMatchObject([
      { _id: known._id, notes: 'Likes clocks', tags: ['Readers', 'Navy'] },
    ])
  })

  test.each([
    ['fill', 'update', { Location: 'London', phones: [{ label: '', value: '1234567' }] }],
    ['replace', 'update', { Location: 'Paris', phones: [{ label: '', value: '1234567' }] }],
    ['skip', 'skip', { Location: 'London', phones: [] }],
    ['add', 'add', { Location: 'London', phones: [] }],
  ])('with the rule %s for a bud that is known: %s', async (onMatch, action, stored) => {
    const user = await signedIn()
    await createBud(user.user, {
      Firstname: 'Ada',
      Location: 'London',
      emails: [{ label: '', value: 'ada@example.org' }],
    })
    const job = await dryRun(
      user,
      card('FN:Ada', 'EMAIL:ada@example.org', 'TEL:1234567', 'ADR;TYPE=HOME:;;;Paris;;;'),
    )
    await user.patch(`/api/v1/imports/${job._id}`, { onMatch })
    await reach(user, job._id, 'ready')
    expect((await rowsOf(user, job._id))[0]).toMatchObject({ action })
    await apply(user, job._id)
    const buds = await budsOf(user)
    expect(buds).toHaveLength(action === 'add' ? 2 : 1)
    expect(buds[0]).toMatchObject(stored)
  })

  test('of CSV takes a mapping, and asks for the order of day and month where it is not clear', async () => {
    const user = await signedIn()
    const file = 'Voornaam,Verjaardag,Club\nAda,4/5/1985,Chess\n'
    const job = await dryRun(user, file, 'mensen.csv')
    expect(job.format).toBe('csv')
    expect(job.columns.map(({ name }: { name: string }) => name)).toEqual(['Voornaam', 'Verjaardag', 'Club'])
    const path = `/api/v1/imports/${job._id}`
    await user.patch(path, { mapping: ['Firstname', 'dates', 'groups'] })
    await reach(user, job._id, 'ready')
    expect(await user.post(`${path}/apply`, {})).toMatchObject({
      status: 409,
      body: { msg: 'Choose the order of day and month' },
    })
    await user.patch(path, { dateOrder: 'dmy' })
    await reach(user, job._id, 'ready')
    const [row] = await rowsOf(user, job._id)
    expect(row.bud.dates).toEqual([{ label: 'Birthday', year: 1985, month: 5, day: 4 }])
    const refused = await user.patch(path, { mapping: ['Firstname'] })
    expect(refused.status).toBe(400)
  })

  test('applied twice at once is one import', async () => {
    const user = await signedIn()
    const job = await dryRun(user, ada + grace)
    const path = `/api/v1/imports/${job._id}/apply`
    const statuses = (await Promise.all([1, 2, 3].map(() => user.post(path, {})))).map(({ status }) => status)
    expect(statuses).toEqual([202, 202, 202])
    await reach(user, job._id, 'applied')
    expect(await budsOf(user)).toHaveLength(2)
    expect((await changesOf(user)).filter(({ kind }: { kind: string }) => kind === 'import')).toHaveLength(1)
  })

  test('keeps what was edited by hand when it is undone, and names it', async () => {
    const user = await signedIn()
    const job = await dryRun(user, ada + grace)
    await apply(user, job._id)
    const [first] = await budsOf(user)
    await user.patch(`/api/v1/buds/${first._id}`, { Location: 'London' })
    const { kept } = await undo(user, job._id)
    expect(kept).toEqual([{ type: 'bud', _id: first._id, name: 'Ada Lovelace', fields: ['Location'] }])
    expect(await budsOf(user)).toMatchObject([{ Firstname: 'Ada', Location: 'London' }])
  })
})

describe('a file that cannot be imported', () => {
  test.each([
    ['an empty file', '', 400, 'Choose a file'],
    ['a header alone', 'First Name,Last Name\n', 400, 'The file has no record'],
    ['noise', Buffer.alloc(200_000, 7), 400, undefined],
    ['a spreadsheet', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(1_000)]), 400, undefined],
    ['more than 25 MB', Buffer.alloc(25_000_001, 'a'), 413, undefined],
    [
      'more than 50,000 records',
      `Name\n${'Ada\n'.repeat(50_001)}`,
      413,
      'A file can have at most 50,000 records',
    ],
  ])('is refused with a message and kept nowhere: %s', async (_, file, status, msg) => {
    const user = await signedIn()
    const response = await upload(user, file as BodyInit, 'file.csv')
    expect(response.status).toBe(status)
    expect(response.body.msg).toEqual(msg ?? expect.any(String))
    expect((await user.get('/api/v1/imports')).body).toMatchObject({ imports: [], totalImports: 0 })
  })
})

test("another user's import is not found", async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  const { _id } = await dryRun(owner, ada)
  const path = `/api/v1/imports/${_id}`
  for (const response of [
    await other.get(path),
    await other.get(`${path}/rows`),
    await other.patch(path, { groups: true }),
    await other.patch(`${path}/rows/1`, { onMatch: 'skip' }),
    await other.post(`${path}/apply`, {}),
    await other.post(`${path}/undo`, {}),
    await other.delete(path),
  ])
    expect(response.status).toBe(404)
  expect(await importOf(owner, _id)).toMatchObject({ state: 'ready' })
  expect((await owner.delete(path)).status).toBe(200)
  expect((await owner.get(path)).status).toBe(404)
})
