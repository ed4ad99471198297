import { JSDOM } from 'jsdom'
import type { Change, ChangedRecord } from '~/data/history/change'
import type { Client, ClientResponse } from './client'
import { createBud, createCircle, createEvent, signedIn } from './factories'

const api = '/api/v1/changes'

/** The change sets that the API lists, newest first. */
export const changesOf = async (client: Client, query = ''): Promise<Change[]> =>
  (await client.get(`${api}${query}`)).body.changes

/** The id of the newest change set. */
export const lastChange = async (client: Client) => (await changesOf(client, '?limit=1'))[0]?._id ?? ''

export const undo = (client: Client, id: string) => client.post(`${api}/${id}/undo`, {})

/** Undoes the newest change set. */
export const undoLast = async (client: Client) => undo(client, await lastChange(client))

/** The records of the newest change set, by type. */
export async function lastRecords(client: Client): Promise<ChangedRecord[]> {
  const { records } = (await client.get(`${api}/${await lastChange(client)}`)).body.change
  return records.sort((a: ChangedRecord, b: ChangedRecord) => a.type.localeCompare(b.type))
}

/** A PNG image. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A bud with a photo in a circle and an event, and their paths. */
export async function withMemberships() {
  const user = await signedIn()
  const { _id } = await createBud(user.user, { Firstname: 'Ada', notes: 'Likes tea' })
  const path = `/api/v1/buds/${_id}`
  const { body } = await user.send('PUT', `${path}/photo`, { body: onePixel })
  const circle = await createCircle(user.user, { Name: 'Readers', selectedBuds: [_id] })
  const event = await createEvent(user.user, { Name: 'Supper', selectedBuds: [_id] })
  const paths = [path, `/api/v1/circles/${circle._id}`, `/api/v1/events/${event._id}`]
  return { user, _id, path, photo: body.bud.photo as string, circle, event, paths }
}

/** The form of the button 'Undo' in the toast of a page, as a browser without JavaScript sends it. */
export function undoFormIn({ text }: ClientResponse) {
  const { document, FormData } = new JSDOM(text).window
  const form = document.querySelector<HTMLFormElement>('noscript .toast form')
  const button = form?.querySelector('button')
  if (!form || !button) return undefined
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
  return { path: form.getAttribute('action') ?? '', fields: [...fields, [button.name, button.value]] } as {
    path: string
    fields: [string, string][]
  }
}
