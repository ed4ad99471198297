/** What a calendar feed contains: events, dates of buds and circles, or both. */
export const feedKinds = ['events', 'dates', 'all'] as const
export type FeedKind = (typeof feedKinds)[number]

export type Feed = {
  _id: string
  kind: FeedKind
  names: boolean
  expiresAt: Date | null
  lastUsedOn: string | null
  createdAt: Date
}

/** Calendar feeds of an account (product 24). */
export const feedLimit = 20

/** The names of the calendars, here and in other calendars. */
export const feedNames: Record<FeedKind, string> = {
  all: 'Budkeeper',
  events: 'Budkeeper events',
  dates: 'Budkeeper dates',
}

export const feedLabels = {
  kind: 'What it shows',
  names: 'Show who attends events',
  expiresAt: 'Expiry',
  password: 'Account password',
}

export const feedsPath = '/dashboard/developers#feeds'
