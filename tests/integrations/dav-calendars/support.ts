import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/base/db/db.server'
import type { Conditions } from '~/integrations/dav/collection.server'
import { DavError } from '~/integrations/dav/collection.server'
import { eventsCollection as collection } from '~/integrations/dav-calendars/events-collection.server'
import type { Device } from '~/integrations/devices/device'
import { changeRows, eventObjects, events } from '~drizzle/schema'
import { signedIn } from '../../support/factories'
import { createDevice } from '../devices/support'

export const none: Conditions = { ifMatch: null, ifNoneMatch: null }
export const ifMatch = (etag: string | null | undefined) => ({ ...none, ifMatch: etag ?? '"0"' })

/** A user with a device, by which the user's calendar is read and written. */
export async function withDevice() {
  const client = await signedIn({ timeZone: 'Europe/London' })
  const device = await createDevice(client.user)
  return { client, ...calendarOf(device) }
}

export function calendarOf(device: Device) {
  const put = (file: string, content: string, conditions: Conditions = none) =>
    collection.put(device, file, Buffer.from(content), conditions)
  const read = async (file: string) => (await collection.read(device, [file]))[0]
  /** Reads a resource, replaces a text in it, and sends it back. */
  const edit = async (file: string, from: string | RegExp, to: string) => {
    const { content = '', etag } = (await read(file)) ?? {}
    const edited = content.replace(from, to)
    expect(edited).not.toBe(content)
    return put(file, edited, ifMatch(etag))
  }
  const remove = (file: string, conditions: Conditions = none) => collection.remove(device, file, conditions)
  return { device, put, read, edit, remove }
}

/** A calendar object. Each list has the lines of an event. */
export const object = (uid: string, ...parts: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Apple Inc.//iOS 18.1//EN',
    ...parts.flatMap((lines) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20261101T100005Z',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** Without the component of a zone. */
export const withoutZone = (content = '') => content.replace(/BEGIN:VTIMEZONE[\s\S]*END:VTIMEZONE\r\n/, '')

export const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'END:VALARM']

/** All of an account that a refusal must not have touched. */
export async function stateOf({ ownerId }: Device) {
  const rows = (table: typeof events | typeof eventObjects | typeof changeRows) =>
    db.$count(table, eq(table.ownerId, ownerId))
  return [await rows(events), await rows(eventObjects), await rows(changeRows)]
}

/** The status and the condition of a refusal. */
export async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof DavError)) throw error ?? new Error('It was not refused')
  const { status, condition, message } = error
  return { status, condition, message }
}
