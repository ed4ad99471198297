import type { FaceStyle } from '~/account/users/user'

/** The settings of reminders and faces for browser and server (product 19). */
export const digestFrequencies = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

export const digestHours = [5, 6, 7, 8, 9, 10, 11] as const
export const leadDayChoices = [0, 1, 3, 7, 14] as const
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** The zone of a user who has set none. */
export const defaultTimeZone = 'UTC'

export const settingLabels = {
  timeZone: 'Time zone',
  digest: 'Digest',
  digestHour: 'Hour',
  digestWeekday: 'Weekday',
  leadDays: 'Days ahead',
  faces: 'Faces without a photo',
}

/** The shape of `GET /users/settings`. */
export type Settings = {
  /** IANA name. */
  timeZone: string
  digest: DigestFrequency
  digestHour: number
  /** From 1 (Monday) to 7. */
  digestWeekday: number
  leadDays: number
  faces: FaceStyle
  emailVerified: boolean
}
