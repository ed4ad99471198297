import { z } from 'zod'
import { plainDate, wallClock } from '~/base/forms/rules'
import { eventInput } from '~/events/events/event-input.server'
import { storedAnswer } from '~/events/guests/guest-input.server'
import { readSeries, takenOutRepeats } from '~/events/repeats/repeat-rule.server'
import { budInput } from '~/people/buds/bud-input.server'
import type { RecordType, recordKinds } from '~/people/buds/record-kinds'
import { circleInput } from '~/people/circles/circle-input.server'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { smartListInput } from '~/people/lists/smart-list-input.server'
import { areDaysInOrder } from '~/people/relations/relation'
import { relationEditForm } from '~/people/relations/relation-input.server'

/** The backup: `budkeeper.json` of the export, which an import restores (product 20.3). */

export const backupFormat = 'budkeeper'
export const backupVersion = 1

/** The name of a bud's photo in the zip. */
export const photoFile = (budId: string) => `photos/${budId}.webp`

export const isPhotoFile = /^photos\/[\da-f-]{36}\.webp$/i

const own = {
  _id: z.guid({ error: '_id must be a UUID' }).transform((id) => id.toLowerCase()),
  createdAt: z.iso.datetime({ error: 'createdAt must be a date and time in UTC' }),
}

/** Of the buds that they were made from. Older backups have none. */
const ownRelations = z
  .array(
    z
      .object({ ...relationEditForm.shape, with: own._id })
      .refine(areDaysInOrder, { path: ['until'], error: 'Until must not be before since' }),
    { error: 'relations must be a list' },
  )
  .default([])

const bud = budInput.extend({
  ...own,
  relations: ownRelations,
  snoozedUntil: plainDate('snoozedUntil')
    .refine((day) => day !== '', 'snoozedUntil must be a date (YYYY-MM-DD) or null')
    .nullable(),
  archivedAt: z.iso.datetime({ error: 'archivedAt must be a date and time in UTC' }).nullable().default(null),
  photo: z
    .string({ error: 'photo must be the name of a file or null' })
    .regex(isPhotoFile, 'photo must be the name of a file such as photos/{id}.webp')
    .nullable(),
})

const circle = circleInput.extend(own)

const answers = z.array(storedAnswer, { error: 'answers must be a list' }).default([])

/** Backups that are older than series have neither. */
const origin = {
  series: own._id.nullable().default(null),
  occurrence: wallClock('occurrence').nullable().default(null),
}

const event = eventInput
  .extend({ ...own, ...origin, answers })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'End date must not be before the start date',
  })
  .superRefine((event, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['repeat'], message })
    const { error } = readSeries(event)
    if (error) refuse(error.message)
    const isTakenOut = event.series !== null
    if (isTakenOut !== (event.occurrence !== null)) refuse('series and occurrence belong together')
    if (isTakenOut && event.repeat !== null) refuse(takenOutRepeats)
  })

/** If all buds of an interaction are deleted, it stays without buds. */
const interaction = interactionInput.extend({
  ...own,
  selectedBuds: circleInput.shape.selectedBuds,
  on: interactionInput.shape.on.refine((day) => day !== '', 'Day is required'),
})

const list = smartListInput.extend(own)

/** The rules of the records of each list, which an import reads one at a time. */
export const backupRecords = {
  buds: bud,
  circles: circle,
  events: event,
  interactions: interaction,
  lists: list,
} satisfies Record<(typeof recordKinds)[RecordType]['many'], z.ZodType>

/** What makes a file a backup. `profile` and `settings` are for information, and are not restored. */
export const envelope = z.object({
  format: z.literal(backupFormat, { error: 'This is not a backup of Budkeeper' }),
  version: z.literal(backupVersion, { error: `Only backups of version ${backupVersion} can be restored` }),
})
