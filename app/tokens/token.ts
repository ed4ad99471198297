/** `read` allows GET and HEAD alone. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Tokens of an account (beyond the specification, product 22). */
export const tokenLimit = 20
