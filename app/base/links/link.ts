/** Kinds of links that act without a session. Each is the first part of its path, such as `/unsubscribe/{token}`. */
export const linkKinds = ['verify-email', 'keep-email', 'unsubscribe', 'rsvp', 'update', 'feeds'] as const
export type LinkKind = (typeof linkKinds)[number]

/**
 * How many days a link is valid. An unsubscribe link outlives the mail that contains it (product 19.4). The link of a guest
 * ends with the event (product 21.3).
 */
export const linkLifetimes: Record<LinkKind, number> = {
  'verify-email': 1,
  // Outlives the change that it cancels, which somebody else may have confirmed at once.
  'keep-email': 7,
  unsubscribe: 90,
  rsvp: 3_650,
  update: 30,
  // A feed has its own expiry.
  feeds: 36_500,
}
