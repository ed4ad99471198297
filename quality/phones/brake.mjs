import { readAll, readPlaces } from '../../tests/support/dav-client.mjs'
import { propertiesOf } from '../../tests/support/dav-objects.mjs'
import { hasVdirsyncer, startVdirsyncer } from '../../tests/support/vdirsyncer.mjs'
import { evening, mailsIn, sleep } from '../torture/support.mjs'
import { describeDifference, registerOwner } from './support.mjs'

const [people, dinners] = [60, 40]

/** A folder that somebody has emptied: what vdirsyncer then deletes is held, and one press brings all of it back. */
export async function brake({ app, check, skip }) {
  if (!hasVdirsyncer) return skip('vdirsyncer is not installed here')
  const owner = await registerOwner(app.url)
  await fill(owner)
  const client = await owner.addDevice('Emptied folder')
  const vdirsyncer = await startVdirsyncer(client)
  try {
    await vdirsyncer.settle()
    await editHere(vdirsyncer)
    const before = contentsOf(vdirsyncer)
    const [exported, again] = [await exportAll(owner), await exportAll(owner)]
    check('two exports in a row are the same', describeDifference(again, exported) === '')
    for (const name of ['buds', 'events'])
      for (const { file } of vdirsyncer.read(name)) vdirsyncer.remove(name, file)
    const { code, output } = await vdirsyncer.sync('--force-delete')
    check('vdirsyncer deletes everything and gets success', code === 0, output.slice(-300))
    await checkHeld({ app, owner, client, check })
    const press = await owner.post(`/api/v1/devices/${client.device._id}/refuse`, {})
    check(
      `one press takes back all ${people + dinners} deletions`,
      press.status === 200 && press.json?.records === people + dinners,
      `${press.status} ${press.text.slice(0, 200)}`,
    )
    await vdirsyncer.settle()
    const difference = describeDifference(contentsOf(vdirsyncer), before)
    check('vdirsyncer has everything again', difference === '', difference)
    const changed = describeDifference(await exportAll(owner), exported)
    check('the export is the same byte for byte, apart from its time', changed === '', changed.slice(0, 600))
    await release({ app, check })
  } finally {
    vdirsyncer.stop()
  }
}

async function fill(owner) {
  const ids = []
  for (let n = 0; n < people; n++) {
    const body = {
      Firstname: `Given${n}`,
      Surname: `No${n}`,
      notes: `note ${n}`,
      hobbies: ['Reading'],
      cadenceDays: 30,
    }
    ids.push((await owner.call('POST', '/api/v1/buds', body)).bud._id)
  }
  const selectedBuds = ids.slice(0, 10)
  await owner.call('POST', '/api/v1/circles', { Name: 'Choir', selectedBuds })
  await owner.call('POST', '/api/v1/interactions', { kind: 'call', on: '2026-01-10', selectedBuds })
  for (let n = 0; n < dinners; n++)
    await owner.call('POST', '/api/v1/events', {
      ...evening,
      Name: `Dinner ${n}`,
      selectedBuds,
      ...(n % 8 === 0 && { repeat: 'FREQ=WEEKLY;COUNT=3' }),
    })
}

/** Some records are kept in the client's own words too. */
async function editHere(vdirsyncer) {
  for (const [name, end] of [
    ['buds', 'END:VCARD'],
    ['events', 'END:VEVENT'],
  ])
    for (const { file, content } of vdirsyncer.read(name).slice(0, 5))
      vdirsyncer.write(name, file, content.replace(end, `X-OF-THE-PHONE:kept\r\n${end}`))
  await vdirsyncer.settle()
}

const contentsOf = (vdirsyncer) =>
  ['buds', 'events'].flatMap((name) =>
    vdirsyncer.read(name).map(({ content }) => propertiesOf(content).join('\n')),
  )

/** Each line of the export in all formats that are text. The time of the export is left out. */
async function exportAll(owner) {
  const lines = []
  for (const format of ['json', 'csv', 'vcf', 'ics']) {
    const { status, text } = await owner.get(`/api/v1/export?format=${format}`)
    if (status !== 200) throw new Error(`the export as ${format} got ${status}`)
    const untimed = text.replace(/"exportedAt": ?"[^"]*"/, '').replace(/^DTSTAMP:.*$/gm, '')
    lines.push(...untimed.split(/(?<=[\n,])/).map((line, n) => `${format} ${n} ${line}`))
  }
  return lines
}

async function checkHeld({ app, owner, client, check }) {
  const [{ held }] = (await owner.call('GET', '/api/v1/devices')).devices
  const { totalBuds } = await owner.call('GET', '/api/v1/buds')
  const { totalEvents } = await owner.call('GET', '/api/v1/events')
  const least = people + dinners - 20
  check(
    'the brake holds after 10 deletions at most of each kind',
    held >= least && totalBuds >= people - 10 && totalEvents >= dinners - 10,
    `${held} held, ${totalBuds} contacts and ${totalEvents} events are there`,
  )
  const paths = await readPlaces(client)
  const seen = [...(await readAll(client, paths.buds)), ...(await readAll(client, paths.events))]
  check('for the device they are gone', seen.length === 0, `${seen.length} are listed`)
  const mails = await mailsAbout(app, owner.Email, 'holds deletions')
  check('one mail says so', mails.length === 1, mails.map(({ Subject }) => Subject).join(' | ') || 'no mail')
}

async function mailsAbout({ dataDir }, address, words) {
  const find = () =>
    mailsIn(dataDir, 200).filter(
      ({ To, Subject, TextBody }) => To === address && `${Subject} ${TextBody}`.includes(words),
    )
  for (const deadline = Date.now() + 30_000; find().length === 0 && Date.now() < deadline; ) await sleep(200)
  await sleep(3_000)
  return find()
}

/** The other press. */
async function release({ app, check }) {
  const owner = await registerOwner(app.url)
  for (let n = 0; n < 20; n++) await owner.call('POST', '/api/v1/buds', { Firstname: `Given${n}` })
  const client = await owner.addDevice('Gone for good')
  const { buds } = await readPlaces(client)
  const statuses = []
  for (const { href } of await readAll(client, buds)) statuses.push((await client.remove(href)).status)
  const before = (await owner.call('GET', '/api/v1/buds')).totalBuds
  const { records } = await owner.call('POST', `/api/v1/devices/${client.device._id}/release`, {})
  const after = (await owner.call('GET', '/api/v1/buds')).totalBuds
  check(
    'the other press deletes what is held',
    statuses.every((status) => status === 204) && before >= 10 && records === before && after === 0,
    `${[...new Set(statuses)]}, ${before} before, ${records} released, ${after} after`,
  )
}
