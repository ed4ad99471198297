import { data } from '@remix-run/node'
import { z } from 'zod'
import { revokeButton, secretForm } from '~/account/accounts/secret-forms.server'
import type { User } from '~/account/users/user'
import { countOf } from '~/base/components/count'
import { instantOf } from '~/base/db/owner-clock.server'
import { wallClock } from '~/base/forms/rules'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { qrCodeOf } from '~/base/node/qr-code.server'
import { devicesPath, phonesPath } from './device'
import { deviceInput } from './device-input.server'
import { undoDevice } from './device-undo.server'
import { createDevice, refuseHeld, releaseHeld, revokeDevice } from './devices.server'
import type { TakenBackProps } from './taken-back'

/** Whether a form of the screen 'Developers' is one of `DeviceSection`. */
export const isDeviceForm = (form: FormData) =>
  ['make-device', 'revoke-device'].includes(String(form.get('intent')))

const make = secretForm({
  section: 'devices',
  path: phonesPath,
  input: deviceInput,
  async make(call, user, value, key) {
    const { device, password, url } = await createDevice(call, user, value, key)
    return { _id: device._id, name: device.name, password, url, qrCode: qrCodeOf(url) }
  },
  msg: 'Device created successfully',
})

const revoked = 'Device revoked successfully'
const revoke = revokeButton(phonesPath, revokeDevice, revoked)
const revokeOnList = revokeButton(devicesPath, revokeDevice, revoked)

/** The action of `DeviceSection`. */
export const deviceAction = (call: Call, user: User, form: FormData) =>
  form.get('intent') === 'revoke-device' ? revoke(call, user, form) : make(call, user, form)

/** The response to a form that takes back, with what was kept or what is wrong. */
type Answer = { device: string; since?: string; msg?: string; takenBack?: Omit<TakenBackProps, 'name'> }

const decisions = {
  release: { decide: releaseHeld, done: 'deleted' },
  refuse: { decide: refuseHeld, done: 'kept' },
}

/** The action of the list of devices. */
export async function deviceListAction(call: Call, user: User, form: FormData) {
  const intent = String(form.get('intent'))
  const id = String(form.get('_id') ?? '')
  if (intent === 'revoke-device') return revokeOnList(call, user, form)
  try {
    if (intent !== 'release' && intent !== 'refuse') return await takeBack(user, id, form.get('since'))
    const { decide, done } = decisions[intent]
    return redirectWithSuccess(devicesPath, `${countOf(await decide(user._id, id), 'record')} ${done}`)
  } catch (error) {
    return redirectWithFailure(call, devicesPath, error)
  }
}

async function takeBack(user: User, device: string, since: FormDataEntryValue | null) {
  const moment = wallClock('The moment').safeParse(since)
  if (!moment.success) {
    const msg = z.flattenError(moment.error).formErrors[0]
    return data<Answer>({ device, since: String(since ?? ''), msg }, 400)
  }
  const { undone, kept, isUnfinished } = await undoDevice(
    user._id,
    device,
    await instantOf(user._id, moment.data),
  )
  if (kept.length > 0) return data<Answer>({ device, takenBack: { undone, kept, isUnfinished } })
  if (isUnfinished) return redirectWithSuccess(devicesPath, 'The changes are being taken back')
  if (undone === 0) throw new UserError(409, 'There is nothing to take back since then')
  return redirectWithSuccess(devicesPath, `${countOf(undone, 'change')} taken back`)
}
