import type { Call } from '~/base/http/context.server'
import { choiceCookie } from '~/base/http/cookies.server'

const cookie = choiceCookie('find-key')

/** Whether the key `/` moves the focus to the field of quick find (product 17). */
export async function isFindKeyOn({ request }: Pick<Call, 'request'>) {
  return (await cookie.parse(request.headers.get('Cookie'))) !== 'off'
}

/** Stores the choice for later requests. */
export async function chooseFindKey({ context }: Pick<Call, 'context'>, isOn: boolean) {
  context.setCookie(await cookie.serialize(isOn ? 'on' : 'off'))
}
