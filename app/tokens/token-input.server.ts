import { z } from 'zod'
import { clock } from '~/db/clock.server'
import { oneOf, orEmpty, requiredLine } from '~/forms/rules'
import { tokenLabels as labels, tokenNameLength, tokenScopes } from './token'

const malformed = `${labels.expiresAt} must be a day (YYYY-MM-DD), an instant such as 2027-01-31T12:00:00Z, or null`

/** Null, or empty in a form: never. A day ends in UTC. The database has no year after 9999 in this notation. */
const expiresAt = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: malformed })
    .transform((text) => new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text))
    .refine((time) => time.getUTCFullYear() <= 9999, { message: malformed, abort: true })
    .refine((time) => time > clock.now(), `${labels.expiresAt} must be in the future`)
    .nullable(),
)

/** The body of `POST /tokens`. */
export const tokenInput = z.object({
  name: z.preprocess(orEmpty, requiredLine(labels.name, tokenNameLength)),
  scope: oneOf(labels.scope, tokenScopes),
  expiresAt: expiresAt.default(null),
})
export type TokenInput = z.infer<typeof tokenInput>
