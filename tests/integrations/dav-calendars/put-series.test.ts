import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import type { StoredEvent } from '~/integrations/dav-calendars/calendar-object'
import { readCalendarObject } from '~/integrations/dav-calendars/read-object.server'
import { findStored } from '~/integrations/dav-calendars/stored-events.server'
import { writeCalendarObject } from '~/integrations/dav-calendars/write-object.server'
import { eventBuds, eventObjects } from '~drizzle/schema'
import { createBud } from '../../support/factories'
import { timeout } from '../../support/fuzz'
import { fieldsOf, series, single } from './any-event'
import { withDevice } from './support'

const zone = 'Europe/London'

/** What a client sees of an event. */
function seen(content = '') {
  const { master, occurrences } = readCalendarObject(content, zone)
  return factsOf({ ...master, takenOut: occurrences })
}

type Facts = Pick<StoredEvent, 'repeat' | 'skipped'> & {
  takenOut: (Parameters<typeof fieldsOf>[0] & { occurrence: string | null })[]
}

const factsOf = ({ repeat, skipped, takenOut, ...event }: Facts) => ({
  ...fieldsOf(event),
  ...{ repeat, skipped },
  takenOut: takenOut.map((one) => ({ ...fieldsOf(one), occurrence: one.occurrence })),
})

/** A type that a client leaves out stays as it was. */
const withoutTypes = ({ takenOut, ...event }: ReturnType<typeof factsOf>) =>
  [event, ...takenOut].map(({ Eventtype: _, ...facts }) => facts)

async function storedAs(ownerId: string, file: string) {
  const isFile = and(eq(eventObjects.ownerId, ownerId), eq(eventObjects.file, file))
  const [found] = await db.select({ id: eventObjects.recordId }).from(eventObjects).where(isFile)
  const [stored] = await findStored(db, ownerId, [found?.id ?? ''])
  if (!stored) throw new Error('It is not stored')
  return stored
}

test(
  'whatever a device makes of an event is stored whole, and its attendee stays',
  async () => {
    const { client, device, put, read } = await withDevice()
    const { _id: budId } = await createBud(client.user)
    const { ownerId } = device
    let n = 0
    const versions = fc.array(fc.oneof(single, series, series), { minLength: 3, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(versions, async (versions) => {
        const [file, uid] = [`${++n}.ics`, `uid-${n}`]
        for (const [at, version] of versions.entries()) {
          const content = writeCalendarObject({ ...version, object: { uid, content: '' } }, zone)
          const { etag } = await put(file, content)
          const resource = await read(file)
          if (etag !== null) expect(resource).toEqual({ file, etag, content })
          const stored = await storedAs(ownerId, file)
          expect(factsOf(stored)).toEqual(seen(resource?.content))
          expect(withoutTypes(factsOf(stored))).toEqual(withoutTypes(seen(content)))
          if (at === 0) await db.insert(eventBuds).values({ ownerId, recordId: stored._id, budId })
          const isLink = and(eq(eventBuds.recordId, stored._id), eq(eventBuds.budId, budId))
          expect(await db.$count(eventBuds, isLink)).toBe(1)
        }
      }),
      { numRuns: 6 },
    )
  },
  timeout,
)
