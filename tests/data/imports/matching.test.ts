import { describe, expect, test } from 'vitest'
import { createBudIndex, type IndexedBud } from '~/data/imports/plan/bud-index'
import { createBud, signedIn } from '../../support/factories'
import { apply, card, dryRun, rowsOf } from './support'

const landline = '020 7946 0018'
const mailbox = 'home@larch.example'
const values = (...given: string[]) => given.map((value) => ({ label: '', value }))
const named = (name: string, fields: Partial<IndexedBud> = {}): IndexedBud => {
  const [Firstname = '', Surname = ''] = name.split('|')
  return { _id: name, Firstname, Surname, Nickname: '', emails: [], phones: [], ...fields }
}

function matchesOf(record: IndexedBud, ...buds: IndexedBud[]) {
  const index = createBudIndex()
  for (const bud of buds) index.add(bud)
  return index.find({ ...record, _id: '' }, '')
}

/** The name before the bar is the first name. */
describe('one email', () => {
  const isSure = (one: string, other: string) =>
    matchesOf(
      named(one, { emails: values(mailbox) }),
      named(other, { emails: values('HOME@larch.example') }),
    )[0]?.isSure

  test.each([
    ['Anna|Larch', 'Anna|Larch'],
    ['Anna|Larch', 'Anna|Glade'],
    ['Liz|Larch', 'Elizabeth|Larch'],
    ['José|Núñez', 'Jose|Nunez'],
    ['Søren|Larch', 'Soren|Larch'],
    ['Jörg|Larch', 'Joerg|Larch'],
    ['T.|Larch', 'Tom|Larch'],
    ['J. R.|Larch', 'John Robert|Larch'],
    ['Anna Maria|Larch', 'Anna|Larch'],
    ['Anna-Maria|Larch', 'Annamaria|Larch'],
    ['Larch|Anna', 'Anna|Larch'],
    ['Dr. Anna|Larch', 'Anna|Larch'],
    ['Robert "Bobby"|Larch', 'Bobby|Larch'],
    ['Stephannie|Larch', 'Stephanie|Larch'],
    ['Anna|', 'Anna|Larch'],
    [mailbox, 'Anna|Larch'],
    [landline, 'Anna|Larch'],
    ['Larch|', 'Anna|Larch'],
    ['太郎|山田', '山田太郎|'],
    ['Anna & Tom|Larch', 'Tom and Anna|Larch'],
    ['John|Brook Jr.', 'John|Brook'],
    ['John|Brook Jr.', 'John|Brook Junior'],
    ['Sr. Juan|Brook', 'Juan|Brook'],
  ])('is that of one person for %s and %s', (one, other) => {
    expect([isSure(one, other), isSure(other, one)]).toEqual([true, true])
  })

  test.each([
    ['Anna|Larch', 'Tom|Larch'],
    ['Paul|Heath', 'Paula|Heath'],
    ['Martin|Larch', 'Martina|Larch'],
    ['Robert|Larch', 'Roberta|Larch'],
    ['Francis|Larch', 'Frances|Larch'],
    ['Harry|Larch', 'Barry|Larch'],
    ['Julia|Larch', 'Julian|Larch'],
    ['Joe|Larch', 'Jo|Larch'],
    ['Dr Anna|Larch', 'Dr Tom|Larch'],
    ['Mary Ann|Larch', 'Mary Jane|Larch'],
    ['J.|Brook', 'John|Glade'],
    ['Larch|', 'Anna|Glade'],
    ['Tom|Larch', 'Anna & Tom|Larch'],
    ['John Jr|Brook', 'John Sr|Brook'],
    ['Acme Ltd|', 'Anna|Larch'],
    ['Nicole|Larch', 'Nicolo|Larch'],
    ['Martin|Larch', 'Marvin|Larch'],
    ['Gabriel|Larch', 'Gabriele|Glade'],
  ])('only suggests for %s and %s', (one, other) => {
    expect([isSure(one, other), isSure(other, one)]).toEqual([false, false])
  })
})

describe('one phone', () => {
  const isSure = (one: string, other: string) =>
    matchesOf(
      named(one, { phones: values(landline) }),
      named(other, { phones: values('+44 20 7946 0018') }),
    )[0]?.isSure

  test.each([
    ['Anna|Larch', 'Anna|Larch'],
    ['Liz|Taylor', 'Elizabeth|Taylor'],
    ['A.|Larch', 'Anna|Larch'],
    ['Anna|Larch-Smith', 'Anna|Larch'],
    ['Anna Larch|', 'Anna|Larch'],
    ['LARCH|anna', 'Anna|Larch'],
    ['Anna|', 'Anna|'],
    ['John|Brook Jr.', 'Jon Jr|Brook'],
    ['John|Brook, Junior', 'John|Brook jr'],
    ['John|Brook III', 'John 3rd|Brook'],
    ['Jun|Brook', 'Brook|Jun'],
    ['Cathrine|Larch', 'Catherine|Larch'],
    ['Michael|Brook-Glade', 'Micheal|Brook-Glade'],
    ['Christian|Larchwood', 'Christian|Larchwoof'],
  ])('is that of one person for %s and %s', (one, other) => {
    expect([isSure(one, other), isSure(other, one)]).toEqual([true, true])
  })

  test.each([
    ['Tom|Larch', 'Anna|Larch'],
    ['John|Brook', 'John|Glade'],
    ['Anna|', 'Anna|Larch'],
    ['Larch|', 'Anna|Larch'],
    [landline, 'Anna|Larch'],
    ['John|Brook Sr.', 'John|Brook Jr.'],
    ['John Senior|Brook', 'John Junior|Brook'],
    ['John|Brook', 'John II|Brook'],
    ['John|Brook', 'John|Brook (Jr.)'],
    ['John Brook, Jr.|', 'John|Brook'],
    ['John II|Brook', 'John IV|Brook'],
    ['John|Brook 2nd', 'John|Brook 3rd'],
    ['Hans|Brook jun.', 'Hans|Brook sen.'],
    ['Christian|Larch', 'Christin|Larch'],
    ['Larch|Christian', 'Larch|Christin'],
    ['Larch, Jürgen|', 'Larch, Jörgen|'],
    ['Dr. Daniel|Larch', 'Daniele|Larch'],
    ['Karl Martin|Larch', 'Karl Marvin|Larch'],
  ])('only suggests for %s and %s', (one, other) => {
    expect([isSure(one, other), isSure(other, one)]).toEqual([false, false])
  })
})

describe('two people in one name', () => {
  const isSure = (one: string, other: string) =>
    [{ phones: values(landline) }, { emails: values(mailbox) }].map(
      (fields) => matchesOf(named(one, fields), named(other, fields))[0]?.isSure,
    )

  test.each([
    'Anna & Tom|Larch',
    'Anna &|Tom Larch',
    'Anna|& Tom Larch',
    'Anna And Tom|Larch',
    'ANNA ET TOM|LARCH',
    'Anna u. Tom|Larch',
    'Anna, Tom|Larch',
    'anna, tom|larch',
    'Anna, Ottokar|Larch',
    'Anna i Tomek|Larch',
    'Anna i|Tomek Larch',
    'Anna et Tom|Larch',
    'Anna en Tom|Larch',
    'Anna oder Tom|Larch',
    'Tom husband of Anna|Larch',
    'Tom, Mann von Anna|Larch',
    'Tom (Anna)|Larch',
    'tom (anna)|Larch',
    'Ottokar [Anna]|Larch',
    'Tom|Larch (Anna)',
    'Tom|Larch, Anna',
    'Anna/Tom|Larch',
    'Anna + Tom|Larch',
    'Anna ＆ Tom|Larch',
    'Anna - Tom|Larch',
    'Anna; Tom|Larch',
  ])('are not one of them: %s', (couple) => {
    expect([isSure(couple, 'Anna|Larch'), isSure('Anna|Larch', couple)].flat()).not.toContain(true)
    expect(isSure(couple, couple)).toEqual([true, true])
  })

  test.each([
    ['Robert (Bob)|Larch', 'Robert|Larch'],
    ['Katharina (Kati)|Larch', 'Katharina|Larch'],
    ['Anna (née Glade)|Larch', 'Anna|Larch'],
    ['Mary Jane (MJ)|Larch', 'Mary Jane|Larch'],
    ['Anna, MBA|Larch', 'Anna|Larch'],
    ['Anna (work)|Larch', 'Anna|Larch'],
    ['Anna|Larch (Glade)', 'Anna|Larch'],
    ['Larch, Anna|', 'Anna|Larch'],
    ['Anna, Dr.|Larch', 'Anna|Larch'],
    ['Anna, PhD|Larch', 'Anna|Larch'],
    ['Anna|Larch, CFA', 'Anna|Larch'],
    ['John E|Brook', 'John|Brook'],
    ['JOHN E|BROOK', 'John|Brook'],
    ['john e|brook', 'John|Brook'],
    ['José|Ortega y Gasset', 'José|Ortega'],
    ['Anna|Larch - Glade', 'Anna|Larch'],
    ['Kim Ja Young|Larch', 'Kim|Larch'],
  ])('are not %s', (one, other) => {
    expect([isSure(one, other), isSure(other, one)].flat()).toEqual([true, true, true, true])
  })
})

describe('a generation in the notes', () => {
  const phones = values(landline)
  const emails = values(mailbox)
  const john = (notes: string, fields: Partial<IndexedBud>) => named('John|Brook', { notes, ...fields })
  const isSure = (fields: Partial<IndexedBud>, one: string, other: string) =>
    matchesOf(john(one, fields), john(other, fields))[0]?.isSure

  test.each([
    'Suffix: Jr.',
    'Name suffix: Jr., M.D.',
    'Name / Suffix: M.D., Junior',
    'GENERATION SUFFIX: jr',
    'Met in York\n\nName remark: jr.\nsee below',
    'Full name: John Brook, Jr.',
    'Name: John Brook Jr',
    'Display name: Brook, John, Jr.',
  ])('is part of the name: %s', (notes) => {
    expect(isSure({ phones }, notes, 'Suffix: Jr.')).toBe(true)
    expect(isSure({ phones }, notes, '')).toBe(false)
    expect(isSure({ emails }, notes, '')).toBe(true)
    expect(isSure({ emails }, notes, 'Suffix: Sr.')).toBe(false)
  })

  test.each([
    'Spouse name: Tom Brook Jr.',
    'Nickname: Junior',
    'He is John Jr.',
    'Suffix: M.D.',
    'Name prefix: Sr.',
    'Full name: John Jrstone',
  ])('is not read from other notes: %s', (notes) => {
    expect(isSure({ phones }, notes, '')).toBe(true)
  })

  test('tells two buds of one name apart', () => {
    const [father, son] = ['Sr.', 'Jr.'].map((suffix) =>
      named('John|Brook', { _id: suffix, notes: `Suffix: ${suffix}`, emails }),
    ) as [IndexedBud, IndexedBud]
    expect(matchesOf(john('Suffix: Jr.', { emails }), father, son)).toMatchObject([
      { _id: 'Jr.', isSure: true },
    ])
    expect(matchesOf(john('', { emails }), father, son)[0]).toMatchObject({ isAmbiguous: true })
  })
})

test('a nickname stands for a first name', () => {
  const bud = named('Elizabeth|Larch', {
    Nickname: 'Bunny',
    phones: values(landline),
    emails: values(mailbox),
  })
  expect(matchesOf(named('Bunny|Larch', { phones: values(landline) }), bud)).toMatchObject([{ isSure: true }])
  expect(matchesOf(named('Bunny|', { emails: values(mailbox) }), bud)).toMatchObject([{ isSure: true }])
  const tom = named('Tom|Larch', { Nickname: 'Bunny', phones: values(landline) })
  expect(matchesOf(tom, bud)).toMatchObject([{ isSure: false }])
})

describe('of two buds with one mailbox', () => {
  const [anna, arthur] = ['Anna|Larch', 'Arthur|Larch'].map((name) =>
    named(name, { emails: values(mailbox) }),
  )
  const find = (name: string, fields: Partial<IndexedBud> = {}) =>
    matchesOf(named(name, { emails: values(mailbox), ...fields }), anna as IndexedBud, arthur as IndexedBud)

  test('the one with the name is found', () => {
    expect(find('Arthur|Larch')).toMatchObject([{ _id: 'Arthur|Larch', isSure: true }])
  })

  test('none is sure if both are as similar', () => {
    for (const name of ['A.|Larch', mailbox])
      expect(find(name)).toMatchObject([
        { isSure: false, isAmbiguous: true },
        { isSure: false, isAmbiguous: true },
      ])
  })

  test('the one that has the phone too is found', () => {
    const phones = values(landline)
    const withPhone = named('Arthur|Larch', { emails: values(mailbox), phones })
    const record = named(mailbox, { emails: values(mailbox), phones })
    expect(matchesOf(record, anna as IndexedBud, withPhone)[0]).toMatchObject({
      _id: 'Arthur|Larch',
      isSure: true,
    })
  })
})

test('the own id is the strongest sign, whatever the names say', () => {
  const index = createBudIndex()
  index.add(named('Anna|Larch', { _id: 'own' }))
  expect(index.find(named('Tom|Glade'), 'own')).toMatchObject([{ _id: 'own', by: 'id', isSure: true }])
})

describe('an import', () => {
  test('does not fold a person into a bud with the same landline, but names it', async () => {
    const user = await signedIn()
    const anna = await createBud(user.user, { Firstname: 'Anna', Surname: 'Larch', phones: values(landline) })
    const file = `First Name,Last Name,Phone,Email,Birthday\nTom,Larch,${landline},tom@larch.example,1990-05-06\n`
    const job = await dryRun(user, file, 'family.csv')
    const [row] = await rowsOf(user, job._id)
    expect(row).toMatchObject({
      action: 'add',
      reason: `The same phone as Anna Larch, but another name: ${landline}`,
      match: { _id: anna._id, Firstname: 'Anna' },
    })
    expect((await user.visit(`/dashboard/Import/${job._id}`)).text).toContain('The same phone as Anna Larch')
    await apply(user, job._id)
    const { buds } = (await user.get('/api/v1/buds?sort=oldestFirst')).body
    expect(buds).toMatchObject([
      { _id: anna._id, dates: [], emails: [] },
      { Firstname: 'Tom', dates: [{ year: 1990 }] },
    ])
    const again = await dryRun(user, file, 'family.csv')
    expect(again.counts).toEqual({ add: 0, update: 0, unchanged: 1, skip: 0 })
  })

  test('does not fold a person into a bud with the same mailbox, unless the user chooses it', async () => {
    const user = await signedIn()
    const anna = await createBud(user.user, { Firstname: 'Anna', Surname: 'Larch', emails: values(mailbox) })
    const file = `First Name,Last Name,Email,Birthday\nPaul,Heath,${mailbox},1988-02-03\n`
    const job = await dryRun(user, file, 'mailbox.csv')
    expect((await rowsOf(user, job._id))[0]).toMatchObject({
      action: 'add',
      reason: `The same email as Anna Larch, but another name: ${mailbox}`,
      match: { _id: anna._id },
    })
    const { body } = await user.patch(`/api/v1/imports/${job._id}/rows/1`, { onMatch: 'fill' })
    expect(body.row).toMatchObject({ action: 'update', match: { _id: anna._id } })
  })

  test('keeps two people of a file with one first name and one phone apart', async () => {
    const user = await signedIn()
    const file =
      'First Name,Last Name,Phone,Email\n' +
      'John,Brook,020 7946 0600,brook@office.example\nJohn,Glade,020 7946 0600,glade@office.example\n'
    expect((await dryRun(user, file, 'office.csv')).counts).toMatchObject({ add: 2, skip: 0 })
  })

  test.each([
    ['First,Last,Suffix,Phone,Birthday', 'John,Brook,Sr.', 'John,Brook,Jr.'],
    ['Name,Phone,Birthday', '"John Brook, Sr."', '"John Brook, Jr."'],
    ['First,Last,Phone,Birthday', 'John,Brook', 'John II,Brook'],
  ])('keeps father and son with one phone apart: %s', async (header, father, son) => {
    const user = await signedIn()
    const rows = [`${father},020 7946 0600,1950-01-02`, `${son},020 7946 0600,1980-03-04`]
    const both = `${header}\n${rows.join('\n')}\n`
    const first = await dryRun(user, `${header}\n${rows[0]}\n`, 'father.csv')
    await apply(user, first._id)
    const second = await dryRun(user, both, 'family.csv')
    expect(second.counts).toEqual({ add: 1, update: 0, unchanged: 1, skip: 0 })
    await apply(user, second._id)
    const { buds } = (await user.get('/api/v1/buds?sort=oldestFirst')).body
    expect(buds).toMatchObject([{ dates: [{ year: 1950 }] }, { dates: [{ year: 1980 }] }])
    const again = await dryRun(user, both, 'again.csv')
    expect(again.counts).toEqual({ add: 0, update: 0, unchanged: 2, skip: 0 })
  })

  test('does not fold a couple into a bud with the mailbox of one of them', async () => {
    const user = await signedIn()
    await createBud(user.user, { Firstname: 'Anna', Surname: 'Larch', emails: values(mailbox) })
    for (const name of ['Anna & Tom', 'Anna y Tom', 'Anna u. Tom'])
      expect((await dryRun(user, `Name,Email\n${name},${mailbox}\n`, 'couple.csv')).counts).toMatchObject({
        add: 1,
        update: 0,
      })
  })

  test('takes a nickname in a file for the person that duplicates take it for', async () => {
    const user = await signedIn()
    const phone = 'TEL:+44 7700 900123'
    const file = card('N:Taylor;Liz', phone) + card('N:Taylor;Elizabeth', phone)
    expect((await dryRun(user, file)).counts).toMatchObject({ add: 1, skip: 1 })
  })

  test('gives a bud that is called by its email the name of the record', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, { Firstname: mailbox, emails: values(mailbox) })
    const job = await dryRun(user, card('N:Larch;Anna', `EMAIL:${mailbox}`))
    await apply(user, job._id)
    expect((await user.get(`/api/v1/buds/${_id}`)).body.bud).toMatchObject({
      Firstname: 'Anna',
      Surname: 'Larch',
    })
  })

  test('adds nothing but the phone of a record without a name', async () => {
    const user = await signedIn()
    const anna = await createBud(user.user, { Firstname: 'Anna', Surname: 'Larch', emails: values(mailbox) })
    for (const onMatch of ['fill', 'replace']) {
      const job = await dryRun(user, card(`EMAIL:${mailbox}`, 'TEL:+44 7700 900123'))
      const { body } = await user.patch(`/api/v1/imports/${job._id}/rows/1`, { onMatch })
      expect(body.row.reason).toBe(`The same email: ${mailbox}`)
      await apply(user, job._id)
      const { bud } = (await user.get(`/api/v1/buds/${anna._id}`)).body
      expect(bud).toMatchObject({ Firstname: 'Anna', notes: '', phones: [{ value: '+44 7700 900123' }] })
    }
  })

  test('does not give the next person of a file the name of a record without one', async () => {
    const user = await signedIn()
    const file =
      card(`EMAIL:${mailbox}`) +
      card('N:Larch;Anna', `EMAIL:${mailbox}`) +
      card('N:Larch;Tom', `EMAIL:${mailbox}`)
    const job = await dryRun(user, file)
    const rows = await rowsOf(user, job._id)
    expect(rows.map(({ action, name }: { action: string; name: string }) => [action, name])).toEqual([
      ['add', 'Anna Larch'],
      ['skip', ''],
      ['add', 'Tom Larch'],
    ])
  })
})
