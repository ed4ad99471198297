import { randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import type { Call } from '~/http/context.server'
import { cookieSettings } from '~/http/cookies.server'

/** A device and the hashes of the accounts that it has signed in to (OWASP: device cookies). */
type Device = { id: string; accounts: string[] }

const year = 365 * 24 * 3_600
const maxAccounts = 10

const { name, ...settings } = cookieSettings('browser')
const cookie = createCookie(name, { ...settings, maxAge: year })

export async function readDevice({ request }: Call): Promise<Device> {
  const device = await cookie.parse(request.headers.get('Cookie'))
  return device ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
}

/** Adds the account to the device's cookie. */
export async function trustDevice({ context }: Call, device: Device, account: string) {
  const accounts = [account, ...device.accounts].slice(0, maxAccounts)
  context.setCookie(await cookie.serialize({ ...device, accounts }))
}
