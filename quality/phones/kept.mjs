import sharp from 'sharp'
import { hasVdirsyncer, startVdirsyncer } from '../../tests/support/vdirsyncer.mjs'
import { registerOwner } from './support.mjs'

/** How often the card is edited. Some phones give back all lines, others those that they know. */
const edits = 20
const unknown = /^(?:X-|CATEGORIES|RELATED|item\d+\.X-AB(?:RELATED|Label))[^\r]*(?:\r\n[ \t][^\r]*)*\r\n/gim

/** What a phone has no place for is there after each of its edits: cadence, circles, contacts, tags, photo, relations. */
export async function kept({ app, check, skip }) {
  if (!hasVdirsyncer) return skip('vdirsyncer is not installed here')
  const owner = await registerOwner(app.url)
  const bud = await fill(owner)
  const vdirsyncer = await startVdirsyncer(await owner.addDevice('Edits'), ['buds'])
  try {
    await vdirsyncer.settle()
    const before = await everythingOf(owner, bud)
    const faults = []
    for (let n = 0; n < edits; n++) {
      const { file, content } = vdirsyncer.read('buds').find(({ content }) => content.includes('Lovelace'))
      const spoken = n % 2 ? content.replace(unknown, '') : content
      vdirsyncer.write('buds', file, spoken.replace(/^NOTE[^\r]*\r\n|(?=END:VCARD)/m, `NOTE:Edit ${n}\r\n`))
      await vdirsyncer.settle()
      const { notes, ...after } = await everythingOf(owner, bud)
      if (notes !== `Edit ${n}`) faults.push(`the note is ${notes}, not Edit ${n}`)
      for (const [name, value] of Object.entries(after))
        if (JSON.stringify(value) !== JSON.stringify(before[name]))
          faults.push(
            `after edit ${n}, ${name} is ${JSON.stringify(value)}, not ${JSON.stringify(before[name])}`,
          )
    }
    check(
      `cadence, circles, contacts, tags, photo and relations are there after ${edits} edits of a phone`,
      faults.length === 0,
      faults.slice(0, 5).join('\n'),
    )
  } finally {
    vdirsyncer.stop()
  }
}

async function fill(owner) {
  const add = async (body) => (await owner.call('POST', '/api/v1/buds', body)).bud
  const bud = await add({
    Firstname: 'Ada',
    Surname: 'Lovelace',
    cadenceDays: 30,
    tags: ['Choir', 'Old friends'],
    hobbies: ['Chess'],
    customFields: [{ name: 'Engine', value: 'A' }],
  })
  const other = await add({ Firstname: 'Ben' })
  const selectedBuds = [bud._id]
  await owner.call('POST', '/api/v1/circles', { Name: 'Readers', selectedBuds })
  await owner.call('POST', '/api/v1/interactions', { kind: 'call', on: '2026-01-10', selectedBuds })
  await owner.call('POST', `/api/v1/buds/${bud._id}/relations`, {
    kind: 'partner',
    label: 'Husband',
    with: other._id,
  })
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('photo', new Blob([photo], { type: 'image/png' }), 'ada.png')
  const { status, text } = await owner.send('PUT', `/api/v1/buds/${bud._id}/photo`, { body })
  if (status !== 200) throw new Error(`the photo got ${status}: ${text}`)
  return bud
}

/** What the account has of a bud, without what each write changes. */
async function everythingOf(owner, { _id }) {
  const { bud } = await owner.call('GET', `/api/v1/buds/${_id}`)
  const { relations } = await owner.call('GET', `/api/v1/buds/${_id}/relations`)
  const { circles } = await owner.call('GET', '/api/v1/circles')
  const { interactions } = await owner.call('GET', `/api/v1/interactions?bud=${_id}`)
  const { photo, ...fields } = bud
  return { ...fields, hasPhoto: photo !== null, relations, circles, interactions }
}
