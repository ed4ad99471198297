import { z } from 'zod'
import { count, day, id, instant } from '~/base/http/operation.server'
import { budtypes, cadenceMaximum } from './bud'
import { type BudField, eachOf, lineFields } from './bud-fields'
import { hobbies, industries, placesMet, preferences } from './options.data'

/** Buds and parts of buds as the API returns them. */
export const budName = z
  .object({ _id: id, Firstname: z.string(), Surname: z.string() })
  .meta({ id: 'BudName', description: 'A bud in another record' })

export const person = z
  .object({ _id: id, Firstname: z.string(), Surname: z.string(), photo: z.string().nullable() })
  .meta({ id: 'Person', description: 'A bud with its photo' })

export const labelledValue = z.object({ label: z.string(), value: z.string() }).meta({ id: 'LabelledValue' })

export const address = z
  .object({
    label: z.string(),
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postcode: z.string(),
    country: z.string(),
  })
  .meta({ id: 'Address' })

export const budDate = z
  .object({
    label: z.string(),
    year: z.int().min(1).max(9_999).nullable(),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
  })
  .meta({ id: 'BudDate', description: 'A day of the year. `year` is null if it is not known' })

export const cadence = z.int().min(1).max(cadenceMaximum).nullable()

const options = (name: string, values: readonly [string, ...string[]]) =>
  z.array(z.enum(values).meta({ id: name }))

const fields = {
  ...eachOf(lineFields, () => z.string()),
  Budtype: z.enum(budtypes),
  hobbies: options('Hobby', hobbies),
  preferences: options('Preference', preferences),
  industry: options('Industry', industries),
  origination: options('PlaceMet', placesMet),
  LastInteraction: z.string(),
  cadenceDays: cadence,
  emails: z.array(labelledValue),
  phones: z.array(labelledValue),
  addresses: z.array(address),
  links: z.array(labelledValue),
  dates: z.array(budDate),
  notes: z.string(),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  tags: z.array(z.string()),
} satisfies Record<BudField, z.ZodType>

export const budFields = z
  .object(fields)
  .meta({ id: 'BudFields', description: 'The fields of a bud that a client can write' })

export const bud = z
  .object({
    _id: id,
    ...fields,
    photo: z.string().nullable(),
    snoozedUntil: day.nullable(),
    archivedAt: instant.nullable(),
    lastContactOn: day.nullable(),
    dueOn: day.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Bud' })

/** The buds of a record in a list: the first ones by name, and the number of all. */
export const listedBuds = { buds: z.array(budName), totalBuds: count }
