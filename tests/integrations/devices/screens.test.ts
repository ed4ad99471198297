import { describe, expect, test } from 'vitest'
import { changeAs } from '~/integrations/devices/device-changes.server'
import { type Client, visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { addBud, createBuds, createDevice, letPass, removeBuds, rename, renameBud } from './support'

const developers = '/dashboard/developers'
const phones = `${developers}#phones`
const screen = '/dashboard/devices'
const shown = async (client: Client, path = screen) => visibleText(await client.visit(path))

describe('an app password', () => {
  test('is shown once with the address, the user name and the QR code, listed, and revoked', async () => {
    const owner = await signedIn()
    const made = await owner.submit(developers, { intent: 'make-device', name: 'iPhone' })
    expect(made.status).toBe(201)
    expect(made.headers.get('Cache-Control')).toBe('no-store')
    const [, password = ''] =
      /<input[^>]* value="([^"]{16,})"/.exec(made.text.split('App password')[1] ?? '') ?? []
    expect(password).not.toBe('')
    expect(made.text).toContain('data-shown-once')
    expect(made.text).toContain('class="qr-code"')
    expect(visibleText(made)).toContain(`User name ${owner.user.Email}`)
    const list = await owner.visit(developers)
    expect(visibleText(list)).toContain(`iPhone Password …${password.slice(-4)} , made on`)
    expect(list.text).not.toContain(password)
    expect(await shown(owner)).toContain('It has changed nothing in the last 30 days.')

    const [, id = ''] = /name="revoke-device" value="([^"]+)"/.exec(list.text) ?? []
    expect(await shown(owner, `${developers}?revoke-device=${id}`)).toContain('iPhone is refused at once.')
    expect(await shown(owner, `${screen}?revoke-device=${id}`)).toContain('iPhone is refused at once.')
    const other = await signedIn()
    expect(await other.submit(screen, { intent: 'revoke-device', _id: id })).toSendToast('Device not found')
    const revoked = await owner.submit(developers, { intent: 'revoke-device', _id: id })
    expect(revoked).toSendToast('Device revoked successfully')
    expect(revoked).toHaveRedirect(phones)
    expect(await shown(owner, developers)).toContain('No devices yet.')
    expect(await shown(owner)).toContain('No device is connected.')
  })

  test('is made once by a form that is sent twice, and not without a name', async () => {
    const owner = await signedIn()
    const { text } = await owner.visit(developers)
    const [, _id = ''] = /id="device"[\s\S]*?name="_id" value="([^"]+)"/.exec(text) ?? []
    const send = (name: string) => owner.submit(developers, { intent: 'make-device', name, _id })
    expect((await send(' ')).status).toBe(400)
    expect((await send('iPhone')).status).toBe(201)
    expect((await send('iPhone')).status).toBe(409)
    expect((await owner.visit(developers)).text.match(/name="revoke-device"/g)).toHaveLength(1)
  })

  test('is not made by the demo account', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    expect((await demo.submit(developers, { intent: 'make-device', name: 'iPhone' })).status).toBe(403)
    expect(await shown(demo, developers)).toContain('The demo account has no devices')
  })
})

describe('what a device did', () => {
  test('is counted and listed, also in the history alone', async () => {
    const owner = await signedIn()
    await createBud(owner.user, { Firstname: 'Ada' })
    const device = await createDevice(owner.user)
    const ben = await addBud(device, 'Ben')
    await letPass(61)
    await renameBud(device, ben, 'Benny')
    const text = await shown(owner)
    expect(text).toContain('1 added 1 changed 0 deleted')
    expect(text).toContain('Benny edited')
    const history = await shown(owner, `/dashboard/history?device=${device._id}`)
    expect(history).toContain('What iPhone changed in the last 30 days.')
    expect(history).toContain('Ben added')
    expect(history).not.toContain('Ada added')
    const other = await signedIn()
    const foreign = await other.visit(`/dashboard/history?device=${device._id}`)
    expect(foreign).toHaveRedirect('/dashboard/history')
  })

  test('is taken back since a moment, but for what was changed since, which is named', async () => {
    const owner = await signedIn()
    const device = await createDevice(owner.user)
    const [ada, ben] = [
      await createBud(owner.user, { Firstname: 'Ada' }),
      await createBud(owner.user, { Firstname: 'Ben' }),
    ]
    await changeAs(device, async (tx) => {
      await rename(tx, ada._id, 'Adam')
      await rename(tx, ben._id, 'Benny')
    })
    await owner.patch(`/api/v1/buds/${ben._id}`, { Firstname: 'Benjamin' })
    const takeBack = (since: string) => owner.submit(screen, { intent: 'undo', _id: device._id, since })
    expect((await takeBack('yesterday')).status).toBe(400)
    expect(await takeBack('2999-01-01T00:00')).toSendToast('There is nothing to take back since then')
    const taken = await takeBack('2020-01-01T00:00')
    expect(visibleText(taken)).toContain('1 change of iPhone taken back 1 record stayed')
    expect(visibleText(taken)).toContain('Benjamin First name')
    const names = (await owner.get('/api/v1/buds')).body.buds.map(
      (bud: { Firstname: string }) => bud.Firstname,
    )
    expect(names.sort()).toEqual(['Ada', 'Benjamin'])
  })

  test('can be chosen since the last hour and since midnight, in the time zone of the owner', async () => {
    const owner = await signedIn()
    const device = await createDevice(owner.user)
    await addBud(device, 'Ben')
    const { text } = await owner.visit(screen)
    const [hour, today] = [...text.matchAll(/name="since" value="(\d{4}-\d\d-\d\dT\d\d:\d\d)"/g)].map(
      ([, value]) => value,
    )
    expect(today).toMatch(/T00:00$/)
    const chosen = await owner.visit(`${screen}?device=${device._id}&since=${hour}`)
    expect(chosen.text).toMatch(
      new RegExp(`<details[^>]* open=""[\\s\\S]*type="datetime-local"[^>]* value="${hour}"`),
    )
    const taken = await owner.submit(screen, { intent: 'undo', _id: device._id, since: hour ?? '' })
    expect(taken).toSendToast('1 change taken back')
  })
})

describe('deletions that are held', () => {
  /** A user whose device has deleted 12 of 24 buds. */
  async function withHeld() {
    const owner = await signedIn()
    const device = await createDevice(owner.user)
    const ids = await createBuds(owner.user, 24)
    await removeBuds(device, ids.slice(0, 12))
    const count = async () => (await owner.get('/api/v1/buds')).body.totalBuds as number
    return { owner, device, count, held: 12 - (24 - (await count())) }
  }

  test('are named on the screen and on Today, and are deleted when they are released', async () => {
    const { owner, device, count, held } = await withHeld()
    expect(held).toBeGreaterThan(5)
    for (const path of [screen, '/dashboard/Today'])
      expect(await shown(owner, path)).toContain(`iPhone wants to delete ${held} records`)
    expect(await shown(owner)).toContain('Bud 12')
    const other = await signedIn()
    expect(await other.submit(screen, { intent: 'release', _id: device._id })).toSendToast('Device not found')
    expect(await owner.submit(screen, { intent: 'release', _id: device._id })).toSendToast(
      `${held} records deleted`,
    )
    expect(await count()).toBe(12)
    for (const path of [screen, '/dashboard/Today'])
      expect(await shown(owner, path)).not.toContain('wants to delete')
  })

  test('are kept when they are refused, with what was deleted before', async () => {
    const { owner, device, count } = await withHeld()
    expect(await owner.submit(screen, { intent: 'refuse', _id: device._id })).toSendToast('12 records kept')
    expect(await count()).toBe(24)
    expect(await shown(owner)).not.toContain('wants to delete')
  })
})
