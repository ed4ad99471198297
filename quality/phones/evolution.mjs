import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPlaces } from '../../tests/support/dav-client.mjs'
import { evening } from '../torture/support.mjs'
import { registerOwner } from './support.mjs'

const script = fileURLToPath(new URL('evolution.py', import.meta.url))
const probe = `import gi
for name, version in [('EDataServer', '1.2'), ('EBook', '1.2'), ('ECal', '2.0')]: gi.require_version(name, version)`
const isInstalled = () =>
  spawnSync('dbus-run-session', ['--version']).status === 0 &&
  spawnSync('/usr/bin/python3', ['-c', probe]).status === 0

/** Evolution's data server, without a screen: what GNOME's Contacts and Calendar sync by. */
export async function evolution({ app, check, skip }) {
  if (!isInstalled())
    return skip("Evolution's data server and its bindings for Python are not installed here")
  const owner = await registerOwner(app.url)
  await owner.call('POST', '/api/v1/buds', { Firstname: 'Ada', Surname: 'There', notes: 'by hand' })
  await owner.call('POST', '/api/v1/events', {
    ...evening,
    startDate: '2027-05-01T19:00',
    endDate: '2027-05-01T23:00',
    Name: 'Dinner',
  })
  const client = await owner.addDevice('Evolution')
  const { buds, events } = await readPlaces(client)
  const { answer, errors } = runScript(client, buds, events)
  check(
    'Evolution reads a contact and an event',
    answer.names?.join() === 'Ada There' && answer.summaries?.join() === 'Dinner',
    JSON.stringify(answer) + errors,
  )
  const people = (await owner.call('GET', '/api/v1/buds?sort=A-Z')).buds
  const names = people.map(({ Firstname, Surname, notes }) => `${Firstname} ${Surname}, ${notes}`)
  check(
    'Evolution edits a contact and adds one',
    names.join('; ') === 'Ada There, by Evolution; Data Server, ',
    names.join('; '),
  )
  const planned = (await owner.call('GET', '/api/v1/events?search=Evolution')).events
  check(
    'Evolution adds an event',
    planned.length === 1 && planned[0].startDate === '2027-06-01T11:00',
    JSON.stringify(planned.map(({ Name, startDate }) => [Name, startDate])),
  )
}

/** A session of its own, with a home folder of its own. */
function runScript({ origin, user, password }, buds, events) {
  const home = mkdtempSync(join(tmpdir(), 'budkeeper-evolution-'))
  const folders = {
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
  }
  const { hostname, port } = new URL(origin)
  const args = ['--', '/usr/bin/python3', script, hostname, port, user, password, buds, events]
  const { stdout, stderr } = spawnSync('dbus-run-session', args, {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, HOME: home, LC_ALL: 'C.UTF-8', ...folders },
  })
  rmSync(home, { recursive: true, force: true })
  const line = stdout?.split('\n').find((line) => line.startsWith('{'))
  return line ? { answer: JSON.parse(line), errors: '' } : { answer: {}, errors: stderr?.slice(-500) ?? '' }
}
