/** Kinds of links that act without a session. Each is the first part of its path, such as `/unsubscribe/{token}`. */
export const linkKinds = ['verify-email', 'unsubscribe'] as const
export type LinkKind = (typeof linkKinds)[number]

/** How many days a link is valid. An unsubscribe link outlives the mail that contains it (product 19.4). */
export const linkLifetimes: Record<LinkKind, number> = { 'verify-email': 1, unsubscribe: 90 }
