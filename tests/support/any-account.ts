import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect } from 'vitest'
import { db } from '~/base/db/db.server'
import { descriptionLength, nameLength, urlLength } from '~/base/forms/lengths'
import { eventtypes } from '~/events/events/event'
import { eventInput } from '~/events/events/event-input.server'
import { answers, guestsLimit, noteLength } from '~/events/guests/guest'
import { budtypes, cadenceMaximum } from '~/people/buds/bud'
import { eachOf, fieldTable, lineFields, notesLength } from '~/people/buds/bud-fields'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { addressPartLength, labelLength, phoneLength } from '~/people/buds/contact'
import { diets } from '~/people/buds/diets'
import { hobbies, industries, placesMet, preferences } from '~/people/buds/options.data'
import { circletypes } from '~/people/circles/circle'
import { circleInput } from '~/people/circles/circle-input.server'
import { milestoneLimit } from '~/people/circles/milestones'
import { interactionKinds, interactionNoteLength } from '~/people/interactions/interaction'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { eventBuds } from '~drizzle/schema'
import { anyBud, day, line, text } from './any-bud'
import type { Client } from './client'

/** A text of a length with letters of one, two, three and four bytes. */
const long = (length: number) =>
  `${'aé日🕰"\\;:,= '.repeat(length / 12 + 1).slice(0, length - 1)}z`.toWellFormed()
const repeated = <T>(count: number, value: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => value(n))

/** A bud with every field at its limit. */
const fullBud: BudInput = budInput.parse({
  ...eachOf(lineFields, (name) => long(fieldTable[name].limit)),
  Budtype: budtypes.at(-1),
  hobbies,
  preferences,
  industry: industries,
  origination: placesMet,
  LastInteraction: long(descriptionLength),
  cadenceDays: cadenceMaximum,
  emails: repeated(10, (n) => ({
    label: long(labelLength),
    value: `${'a'.repeat(60)}${n}@${'b'.repeat(60)}.example`,
  })),
  phones: repeated(10, (n) => ({ label: long(labelLength), value: `+${n}`.padEnd(phoneLength, '7') })),
  links: repeated(10, (n) => ({
    label: long(labelLength),
    value: `https://example.org/${n}`.padEnd(urlLength, 'x'),
  })),
  addresses: repeated(5, (n) => ({
    label: `${n}`,
    street: long(addressPartLength),
    city: long(addressPartLength),
    region: long(addressPartLength),
    postcode: long(addressPartLength),
    country: long(addressPartLength),
  })),
  dates: repeated(20, (n) => ({
    label: long(labelLength),
    year: n % 2 ? 9_999 : null,
    month: 2,
    day: n % 2 ? 28 : 29,
  })),
  notes: long(notesLength),
  tags: repeated(20, (n) => `${n}`.padEnd(50, 'é')),
  customFields: repeated(5, (n) => ({ name: `${n}`.padEnd(50, 'é'), value: long(50) })),
})

/** 29 February may not exist in another century. */
const isDay = (day: string) => new Date(day).toISOString().startsWith(day)
const isoDay = day.map(({ year, month, day }) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
)
const pastDay = isoDay.map((day) => (day < '2026' ? day : `19${day.slice(2)}`)).filter(isDay)
const wallClock = fc
  .tuple(isoDay, fc.integer({ min: 0, max: 1_439 }))
  .map(([day, minute]) => `${day}T${new Date(minute * 60_000).toISOString().slice(11, 16)}`)
const members = fc.uniqueArray(fc.nat(9), { maxLength: 6 })
const cadenceDays = fc.option(fc.integer({ min: 1, max: cadenceMaximum }))

const circle = fc.record({
  Name: line(nameLength).map((name) => name || 'Club'),
  Shortname: line(nameLength),
  Description: text(descriptionLength),
  Location: line(nameLength),
  Circletype: fc.constantFrom(...circletypes),
  cadenceDays,
  milestones: fc.oneof(
    fc.array(fc.record({ date: fc.oneof(isoDay, fc.constant('')), description: text(200) }), {
      maxLength: 6,
    }),
    fc.constant(repeated(milestoneLimit, (n) => ({ date: '2026-11-24', description: `Step ${n}` }))),
  ),
  members,
})
const answer = fc.option(
  fc.record({
    answer: fc.constantFrom(...answers),
    guests: fc.integer({ min: 0, max: guestsLimit }),
    diet: fc.subarray([...diets]),
    note: text(noteLength).map((note) => note.trim()),
  }),
)
const event = fc
  .record({
    Name: line(nameLength).map((name) => name || 'Dinner'),
    Location: line(nameLength).map((name) => name || 'Home'),
    Eventtype: fc.constantFrom(...eventtypes),
    Description: text(descriptionLength),
    times: fc.tuple(wallClock, wallClock),
    members,
    // Of each attendee in turn.
    answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  })
  .map(({ times, ...fields }) => {
    const [startDate, endDate] = times.sort()
    return { ...fields, startDate, endDate }
  })
const interaction = fc.record({
  kind: fc.constantFrom(...interactionKinds),
  on: pastDay,
  note: text(interactionNoteLength),
  members: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 }),
})
const photo = fc.option(fc.record({ side: fc.integer({ min: 1, max: 600 }), noise: fc.boolean() }))
const bud = fc.record({
  input: fc.oneof({ weight: 5, arbitrary: anyBud }, { weight: 1, arbitrary: fc.constant(fullBud) }),
  photo,
  snooze: fc.option(fc.integer({ min: 2_030, max: 9_999 })),
})

/** Everything that a backup holds. `members` are the places of buds. */
export const anyAccount = fc.record({
  buds: fc.array(bud, { minLength: 1, maxLength: 7 }),
  circles: fc.array(circle, { maxLength: 4 }),
  events: fc.array(event, { maxLength: 4 }),
  interactions: fc.array(interaction, { maxLength: 4 }),
})
type Account = (typeof anyAccount)['generate'] extends (...args: never[]) => { value: infer A } ? A : never

/** Enters an account over the API. Records that the rules refuse are left out. */
export async function enter(user: Client, { buds, ...lists }: Account) {
  const ids: string[] = []
  for (const { input, photo, snooze } of buds) {
    const { status, body } = await user.post('/api/v1/buds', input)
    expect([status, body.errors]).toEqual([201, undefined])
    const { _id } = body.bud
    ids.push(_id)
    if (photo) await putPhoto(user, _id, await picture(photo.side, photo.noise))
    if (snooze) await user.post(`/api/v1/buds/${_id}/snooze`, { until: `${snooze}-02-28` })
  }
  const rules = { circles: circleInput, events: eventInput, interactions: interactionInput }
  for (const [name, rule] of Object.entries(rules))
    for (const { members, answers, ...fields } of lists[name as keyof typeof rules] as (Listed & Answers)[]) {
      const record = { ...fields, selectedBuds: members.flatMap((n) => ids[n] ?? []) }
      if (!rule.safeParse(record).success) continue
      const { status, body } = await user.post(`/api/v1/${name}`, record)
      expect(status).toBe(201)
      if (answers) await enterAnswers(body.event._id, record.selectedBuds, answers)
    }
}

type Listed = Account['circles' | 'events' | 'interactions'][number]
type Answers = { answers?: Account['events'][number]['answers'] }

async function enterAnswers(eventId: string, buds: string[], answers: Account['events'][number]['answers']) {
  for (const [n, budId] of buds.entries()) {
    const given = answers[n % answers.length]
    if (!given) continue
    await db
      .update(eventBuds)
      .set({ ...given, answeredAt: new Date(1_790_000_000_000 + n) })
      .where(and(eq(eventBuds.recordId, eventId), eq(eventBuds.budId, budId)))
  }
}

export const putPhoto = async (user: Client, budId: string, body: Buffer) =>
  expect((await user.send('PUT', `/api/v1/buds/${budId}/photo`, { body: body as BodyInit })).status).toBe(200)

/** A picture as PNG. With noise, its WebP is as large as that of a photo can be. */
export const picture = (side: number, hasNoise: boolean) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#2b6a47',
      ...(hasNoise && { noise: { type: 'gaussian', mean: 128, sigma: 60 } }),
    },
  } as never)
    .png()
    .toBuffer()
