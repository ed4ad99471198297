import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { timeOfId } from '~/db/ids'
import { etagOfVersion } from '~/db/versions.server'
import { readForm } from '~/http/body.server'
import type { Call, RequestContext } from '~/http/context.server'
import { somethingWentWrong, UserError } from '~/http/errors'
import { isUnavailable } from '~/http/outage.server'
import { isOwnPath, ownOrigin } from './rules'

/**
 * A screen's form, checked by the same rules as the API's body. Text is left as it was typed, so that an empty field
 * means an empty value. What is no form at all gets the error page.
 */
export async function parseForm<T extends z.ZodType>(request: Request, schema: T, limit?: number) {
  const form = await readForm(request, limit).catch(showError)
  try {
    return parseWithZod(form, { schema, disableAutoCoercion: true })
  } catch {
    throw new Response('The form could not be read', { status: 400 })
  }
}

function showError(error: unknown): never {
  if (error instanceof UserError) throw new Response(error.msg, { status: error.status })
  throw error
}

/**
 * Sends the form back as it was filled in, with the messages of `error`, in the error's status. An error that is our
 * fault is logged and answered by `fallback`: nothing that was typed is lost.
 */
export function refuseForm(
  { context }: Pick<Call, 'context'>,
  submission: Submission<unknown>,
  error: unknown,
  fallback = somethingWentWrong,
) {
  const known = error instanceof UserError ? error : logged(context, error, fallback)
  const { msg, errors, status, headers, version } = known
  // The form shows the stored values, so that sending it again may overwrite them.
  if (version && submission.payload) submission.payload._version = String(version)
  const result = submission.reply({
    formErrors: errors ? [] : [msg],
    fieldErrors: errors ?? {},
    hideFields: ['Password', 'password', 'confirmPassword'],
  } as never)
  return data({ result, msg, isStale: version !== undefined }, { status, headers })
}

function logged({ log }: RequestContext, error: unknown, msg: string) {
  log.error({ err: error }, 'form failed')
  return new UserError(isUnavailable(error) ? 503 : 500, msg)
}

/** What a form that breaks the rules gets back. */
export function invalidForm(submission: Submission<unknown>) {
  const result = submission.reply({ hideFields: ['Password', 'password', 'confirmPassword'] } as never)
  const msg = Object.values(result.error ?? {})
    .flat()
    .find(Boolean)
  return data({ result, msg: msg ?? 'The form is not valid', isStale: false }, { status: 400 })
}

const formIdAge = { most: 86_400_000, least: -60_000 }

/** The id that a record gets by its form, sent twice or not; a new one when the form's was not made lately. */
export function idByForm(id: unknown) {
  const known = z.uuidv7().safeParse(id)
  if (!known.success) return uuid()
  const age = Date.now() - timeOfId(known.data)
  return age > formIdAge.least && age < formIdAge.most ? known.data : uuid()
}

/** The version that an edit form was opened with. Without one, the last write wins. */
export function expectedVersion({ payload }: Submission<unknown>) {
  return typeof payload._version === 'string' ? etagOfVersion(payload._version) : null
}

/** A path of this site that somebody asked to be led to, or `fallback`. */
export function ownPath(path: unknown, fallback: string) {
  if (typeof path !== 'string' || !isOwnPath(path)) return fallback
  const { pathname, search } = new URL(path, ownOrigin)
  return pathname + search
}
