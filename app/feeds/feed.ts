/** What a calendar feed contains: events, the dates of buds, or both. */
export const feedKinds = ['events', 'dates', 'all'] as const
export type FeedKind = (typeof feedKinds)[number]
