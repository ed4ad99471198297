import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { timeOfId } from '~/db/ids'
import { readForm } from '~/http/body.server'
import type { Call, RequestContext } from '~/http/context.server'
import { asDeletedUser } from '~/http/deleted-user.server'
import { somethingWentWrong, UserError } from '~/http/errors'
import { etagOfVersion } from '~/http/etag.server'
import { isUnavailable } from '~/http/outage.server'

/**
 * Parses the form of a screen with the schema of the API's body. Does not coerce text, so an empty field is an empty
 * string. Shows the error page for a body that is not a form.
 */
export async function parseForm<T extends z.ZodType>(request: Request, schema: T, limit?: number) {
  return parseFields(await readFormFields(request, limit), schema)
}

/** `parseForm` for a form that was read already, because its intent selects the schema. */
export function parseFields<T extends z.ZodType>(form: FormData, schema: T) {
  try {
    return parseWithZod(form, { schema, disableAutoCoercion: true })
  } catch {
    throw new Response('The form could not be read', { status: 400 })
  }
}

/** Reads a form that has no schema. Shows the error page for a body that is not a form. */
export const readFormFields = (request: Request, limit?: number) =>
  readForm(request, limit).catch(throwErrorPage)

function throwErrorPage(error: unknown): never {
  if (error instanceof UserError) throw new Response(error.msg, { status: error.status })
  throw error
}

/**
 * Returns the form with its input and the messages and status of `error`. Any error other than a `UserError` is logged,
 * and `fallback` is its message.
 */
export function refuseForm(
  { context }: Pick<Call, 'context'>,
  submission: Submission<unknown>,
  error: unknown,
  fallback = somethingWentWrong,
) {
  const userError =
    error instanceof UserError ? error : (asDeletedUser(error) ?? logUnexpected(context, error, fallback))
  const { msg, status, details } = userError
  const { errors, headers, version } = details
  // The errors show the stored values, so the user may overwrite them when they send the form again.
  if (version && submission.payload) submission.payload._version = String(version)
  const result = submission.reply({
    formErrors: errors ? [] : [msg],
    fieldErrors: errors ?? {},
    ...withoutPasswords,
  } as never)
  return data({ result, msg, isStale: version !== undefined }, { status, headers })
}

const withoutPasswords = { hideFields: ['Password', 'password', 'newPassword', 'confirmPassword'] }

function logUnexpected({ log }: RequestContext, error: unknown, msg: string) {
  log.error({ err: error }, 'form failed')
  return new UserError(isUnavailable(error) ? 503 : 500, msg)
}

/** Returns the form with its input and the messages of its schema. */
export function invalidForm(submission: Submission<unknown>) {
  const result = submission.reply(withoutPasswords as never)
  const msg = Object.values(result.error ?? {})
    .flat()
    .find(Boolean)
  return data({ result, msg: msg ?? 'The form is not valid', isStale: false }, { status: 400 })
}

/** Limits in milliseconds. The minimum is negative, because the clocks of several servers may differ by a minute. */
const keyAge = { max: 86_400_000, min: -60_000 }

/**
 * The idempotency key of a form, which becomes the id of the new record. A form that is sent twice creates one record.
 * An invalid or old key is replaced.
 */
export function idempotencyKey(id: unknown) {
  const key = z.uuidv7().safeParse(id)
  if (!key.success) return uuid()
  const age = Date.now() - timeOfId(key.data)
  return age > keyAge.min && age < keyAge.max ? key.data : uuid()
}

/** The version that an edit form was opened with. Without one, the last write wins. */
export function expectedVersion({ payload }: Submission<unknown>, field = '_version') {
  const version = payload[field]
  return typeof version === 'string' ? etagOfVersion(version) : null
}
