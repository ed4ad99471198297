/** `read` allows GET and HEAD alone. `propose` allows these, and proposals by `POST /mcp`. */
export const tokenScopes = ['read', 'propose', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Tokens of an account (beyond the specification, product 22). */
export const tokenLimit = 20
export const tokenNameLength = 100

export const tokenLabels = { name: 'Name', scope: 'Scope', expiresAt: 'Expiry', password: 'Account password' }

/** A token as the API returns it. */
export type ApiToken = {
  _id: string
  name: string
  scope: TokenScope
  hint: string
  expiresAt: Date | null
  lastUsedOn: string | null
  createdAt: Date
}

export const scopeLabels: Record<TokenScope, string> = {
  read: 'Read',
  propose: 'Read and propose',
  write: 'Read and write',
}

/** Names the form of the section about assistants, beside the one of the tokens. */
export const assistantForm = 'assistant-token'

export const developersPath = '/dashboard/developers'
