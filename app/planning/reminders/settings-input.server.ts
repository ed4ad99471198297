import { z } from 'zod'
import { faceStyles } from '~/account/users/user'
import { oneOf, oneOfNumbers, text } from '~/base/forms/rules'
import { digestFrequencies, digestHours, settingLabels as labels, leadDayChoices, weekdays } from './settings'

const zoneLength = 100
export const unknownTimeZone = `${labels.timeZone} must be a name such as Europe/London`

/** An IANA name. `Intl` also accepts offsets such as `+01:00`, which know no daylight saving time. */
const timeZone = text(labels.timeZone, zoneLength)
  .refine(isZoneName, unknownTimeZone)
  .transform((name) => citiesOf[name.toUpperCase()] ?? name)

/** PostgreSQL takes these names for offsets without daylight saving time. */
const citiesOf: Record<string, string> = {
  CET: 'Europe/Paris',
  EET: 'Europe/Athens',
  MET: 'Europe/Paris',
  WET: 'Europe/Lisbon',
}

function isZoneName(name: string) {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Absent fields do not change. */
export const settingsChange = z
  .object({
    timeZone,
    digest: oneOf(labels.digest, digestFrequencies),
    digestHour: oneOfNumbers(labels.digestHour, digestHours),
    digestWeekday: oneOfNumbers(
      labels.digestWeekday,
      weekdays.map((_, n) => n + 1),
    ),
    leadDays: oneOfNumbers(labels.leadDays, leadDayChoices),
    faces: oneOf(labels.faces, faceStyles),
  })
  .partial()
export type SettingsChange = z.infer<typeof settingsChange>
