import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProperty, replaceProperty } from '../../tests/support/dav-objects.mjs'
import { hasVdirsyncer, startVdirsyncer } from '../../tests/support/vdirsyncer.mjs'
import { describeDifference, registerOwner } from './support.mjs'

const hasProgram = (name) => spawnSync(name, ['--version']).status === 0
const [from, to] = ['2027-01-01T00:00', '2028-01-01T00:00']
const event = { Location: 'Bath', Eventtype: 'Social' }

/** khard and khal read, and khard edits, what vdirsyncer has brought. */
export async function readers({ app, check, skip }) {
  if (!hasVdirsyncer) return skip('vdirsyncer is not installed here')
  const owner = await registerOwner(app.url)
  const names = await fill(owner)
  const vdirsyncer = await startVdirsyncer(await owner.addDevice('Desk'))
  try {
    await vdirsyncer.settle()
    if (hasProgram('khard')) await readByKhard(vdirsyncer, owner, names, check)
    else skip('khard is not installed here')
    if (hasProgram('khal')) await readByKhal(vdirsyncer, owner, check)
    else skip('khal is not installed here')
  } finally {
    vdirsyncer.stop()
  }
}

async function fill(owner) {
  const names = []
  for (let n = 0; n < 12; n++) {
    const { bud } = await owner.call('POST', '/api/v1/buds', {
      Firstname: `Given${n}`,
      Surname: `Ünal ${n}`,
      phones: [{ label: 'mobile', value: `+44 7700 90010${n}` }],
      dates: [{ label: 'Birthday', year: n % 2 ? 1980 + n : null, month: 1 + n, day: 3 }],
    })
    names.push(`${bud.Firstname} ${bud.Surname}`)
  }
  const add = (Name, startDate, endDate, repeat) =>
    owner.call('POST', '/api/v1/events', { ...event, Name, startDate, endDate, ...(repeat && { repeat }) })
  for (let n = 1; n <= 12; n++)
    await add(
      `Single ${n}`,
      `2027-${String(n).padStart(2, '0')}-20T19:00`,
      `2027-${String(n).padStart(2, '0')}-21T01:30`,
    )
  await add('Weekly', '2027-03-02T18:00', '2027-03-02T19:00', 'FREQ=WEEKLY;UNTIL=20271231;BYDAY=TU')
  await add('Monthly', '2027-01-31T09:00', '2027-01-31T09:30', 'FREQ=MONTHLY;BYMONTHDAY=-1')
  const { event: daily } = await add('Daily', '2027-10-25T01:15', '2027-10-25T01:45', 'FREQ=DAILY;COUNT=14')
  const path = (occurrence) => `/api/v1/events/${daily._id}?occurrence=${occurrence}&scope=this`
  await owner.call('PATCH', path('2027-10-27T01:15'), {
    Name: 'Daily, moved',
    startDate: '2027-10-27T20:00',
    endDate: '2027-10-27T21:00',
  })
  await owner.call('DELETE', path('2027-10-28T01:15'))
  return names
}

async function readByKhard(vdirsyncer, owner, names, check) {
  const config = join(vdirsyncer.folder, 'khard.conf')
  writeFileSync(
    config,
    `[addressbooks]\n[[budkeeper]]\npath = ${join(vdirsyncer.folder, 'buds')}\n[general]\ndefault_action = list\n`,
  )
  const khard = (args, input) =>
    spawnSync('khard', ['-c', config, ...args], {
      encoding: 'utf8',
      input,
      env: { ...process.env, LC_ALL: 'C.UTF-8', EDITOR: 'true' },
    })
  const listed = khard(['list', '--parsable'])
    .stdout.trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  check(
    `khard lists ${names.length} contacts`,
    describeDifference(
      listed.map(([, name]) => name),
      names,
    ) === '',
    describeDifference(
      listed.map(([, name]) => name),
      names,
    ),
  )
  const [uid, name] = listed[3]
  const yaml = khard(['show', '--format', 'yaml', `uid:${uid}`]).stdout
  const template = join(vdirsyncer.folder, 'contact.yaml')
  writeFileSync(template, yaml.replace(/^Nickname:.*$/m, 'Nickname: By khard'))
  const { status, stderr } = khard(['edit', '-i', template, `uid:${uid}`], 'y\n')
  await vdirsyncer.settle()
  const { buds } = await owner.call('GET', `/api/v1/buds?search=${encodeURIComponent(name)}`)
  const [bud] = buds
  check(
    'khard edits a contact, and the rest of it stays',
    status === 0 &&
      buds.length === 1 &&
      bud.Nickname === 'By khard' &&
      bud.phones.length === 1 &&
      bud.dates.length === 1,
    `${stderr} ${JSON.stringify({ Nickname: bud?.Nickname, phones: bud?.phones, dates: bud?.dates })}`,
  )
}

async function readByKhal(vdirsyncer, owner, check) {
  await addHere(vdirsyncer)
  const { events } = await owner.call('GET', `/api/v1/events?from=${from}&to=${to}`)
  const expected = events.map(({ Name, startDate, endDate }) => `${Name}|${startDate}|${endDate}`)
  const found = listByKhal(vdirsyncer.folder)
  check(
    `khal lists ${expected.length} occurrences of a year as GET /events does`,
    describeDifference(found, expected) === '',
    describeDifference(found, expected),
  )
}

/** An event of this side, a copy of another one. */
async function addHere(vdirsyncer) {
  const { content } = vdirsyncer
    .read('events')
    .find(({ content }) => readProperty(content, 'SUMMARY') === 'Single 5')
  const copy = replaceProperty(
    replaceProperty(content, 'UID', 'UID:of-this-side'),
    'SUMMARY',
    'SUMMARY:Of this side',
  )
  vdirsyncer.write('events', 'of-this-side.ics', copy)
  await vdirsyncer.settle()
}

function listByKhal(folder) {
  const config = join(folder, 'khal.conf')
  writeFileSync(
    config,
    `[calendars]
[[events]]
path = ${join(folder, 'events')}
[sqlite]
path = ${join(folder, 'khal.db')}
[locale]
local_timezone = Europe/London
default_timezone = Europe/London
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
`,
  )
  const args = [
    '-c',
    config,
    'list',
    '--day-format',
    '',
    '--format',
    '{title}|{start-long}|{end-long}',
    from,
    to,
  ]
  const { stdout } = spawnSync('khal', args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  // What lasts over midnight stands on both days.
  return [...new Set(stdout.split('\n'))].filter((line) => line.includes('|'))
}
