/** Kinds of links that act without a session. Each is the first part of its path, such as `/unsubscribe/{token}`. */
export const linkKinds = ['verify-email', 'unsubscribe'] as const
export type LinkKind = (typeof linkKinds)[number]
