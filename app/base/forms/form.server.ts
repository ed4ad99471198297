import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { timeOfId } from '~/base/db/ids'
import { addedParameter, anotherIntent } from '~/base/forms/another'
import { readForm } from '~/base/http/body.server'
import type { Call, RequestContext } from '~/base/http/context.server'
import { asDeletedUser } from '~/base/http/deleted-user.server'
import { RefusedForm, typedTexts } from '~/base/http/form-account.server'
import { redirectWithError } from '~/base/http/toast.server'
import { day, minute } from '~/base/node/durations'
import { somethingWentWrong, UserError } from '~/base/node/errors'
import { etagOfVersion } from '~/base/node/etag.server'
import { isUnavailable } from '~/base/node/outage.server'

/**
 * Parses the form of a screen with the schema of the API's body. Does not coerce text, so an empty field is an empty
 * string. Shows the error page for a body that is not a form.
 */
export async function parseForm<T extends z.ZodType>(request: Request, schema: T, limit?: number) {
  return parseFields(await readTypedForm(request, limit), schema)
}

/** `parseForm` for a form with buttons alone. Shows the error page for one that is refused. */
export async function parseButtons<T extends z.ZodType>(request: Request, schema: T) {
  return parseFields(await readFormFields(request), schema)
}

/** The forms and submissions that may not be acted upon (`form-account.server.ts`). */
const refusals = new WeakMap<object, RefusedForm>()

/** `parseForm` for a form that was read already, because its intent selects the schema. */
export function parseFields<T extends z.ZodType>(form: FormData, schema: T) {
  const submission = parse(form, schema)
  const refused = refusals.get(form)
  if (!refused) return submission
  // No button of a refused form counts as pressed, so that no intent is carried out before `status` is looked at.
  const { intent, addBud, ...payload } = submission.payload
  const refusedSubmission = {
    ...submission,
    payload,
    status: 'error',
    value: undefined,
  } as unknown as typeof submission
  refusals.set(refusedSubmission, refused)
  return refusedSubmission
}

function parse<T extends z.ZodType>(form: FormData, schema: T) {
  try {
    return parseWithZod(form, { schema, disableAutoCoercion: true })
  } catch {
    throw new Response('The form could not be read', { status: 400 })
  }
}

/**
 * Reads a form that has no schema, such as one with buttons alone. Shows the error page for a body that is not a form, and
 * for a form that is refused.
 */
export async function readFormFields(request: Request, limit?: number) {
  const form = await readTypedForm(request, limit)
  await assertNotRefused(request, form)
  return form
}

/** Reads a form for `parseFields`, which answers a refused one by the form as typed. */
export async function readTypedForm(request: Request, limit?: number) {
  try {
    return await readForm(request, limit)
  } catch (error) {
    if (!(error instanceof RefusedForm)) return throwErrorPage(error)
    refusals.set(error.form, error)
    if (isScreenOfRecord(request) && error.accounts) await assertNotRefused(request, error.form)
    return error.form
  }
}

/**
 * Shows the error page, with what was typed, for a form that is refused. One that was kept leads to its screen, which cannot
 * show what was chosen in it.
 */
export async function assertNotRefused({ url }: Request, form: FormData) {
  const refused = refusals.get(form)
  if (!refused) return
  const { pathname, search } = new URL(url)
  if (!refused.accounts) throw await redirectWithError(pathname + search, chooseAgain)
  throw Response.json({ msg: refused.msg, typed: typedTexts(form) }, { status: refused.status })
}

const chooseAgain = 'You are signed in again. Nothing was saved: please repeat what you did last.'

/** Whether a document is requested for one record, which another account has no screen for. */
const isScreenOfRecord = ({ url, headers }: Request) =>
  /[\da-f]{8}-[\da-f]{4}-/i.test(new URL(url).pathname) &&
  headers.get('Accept')?.includes('text/html') === true

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
  const refused = refusals.get(submission)
  if (refused) return refusedForm(submission, refused)
  const userError =
    error instanceof UserError ? error : (asDeletedUser(error) ?? logUnexpected(context, error, fallback))
  const { msg, status, details } = userError
  const { errors, headers, version, isThere } = details
  // The errors show the stored values, so the user may overwrite them when they send the form again.
  if (version && submission.payload) submission.payload._version = String(version)
  const result = submission.reply({
    formErrors: errors ? [] : [msg],
    fieldErrors: errors ?? {},
    ...withoutPasswords,
  } as never)
  const anotherId = isThere ? uuid() : undefined
  return answer(
    { result, msg, isStale: version !== undefined, anotherId },
    { status, ...(headers && { headers }) },
  )
}

const anotherField = 'another'

const withoutPasswords = { hideFields: ['Password', 'password', 'newPassword', 'confirmPassword'] }

function logUnexpected({ log }: RequestContext, error: unknown, msg: string) {
  log.error({ err: error }, 'form failed')
  return new UserError(isUnavailable(error) ? 503 : 500, msg)
}

/** Returns the form with its input and the messages of its schema. */
export function invalidForm(submission: Submission<unknown>) {
  const refused = refusals.get(submission)
  if (refused) return refusedForm(submission, refused)
  const result = submission.reply(withoutPasswords as never)
  const msg = Object.values(result.error ?? {})
    .flat()
    .find(Boolean)
  return answer({ result, msg: msg ?? 'The form is not valid', isStale: false }, { status: 400 })
}

/** Returns a refused form as typed. After a sign-in it has no errors yet. */
function refusedForm(submission: Submission<unknown>, { msg, status, accounts }: RefusedForm) {
  const isRestored = accounts === undefined
  const reply = submission.reply({ formErrors: [msg], ...withoutPasswords } as never)
  const result = isRestored ? { ...reply, error: {} } : reply
  return answer({ result, msg, isStale: false, accounts, ...(isRestored && { type: 'info' }) }, { status })
}

type Answer = {
  result: SubmissionResult
  msg: string
  type?: 'info'
  isStale: boolean
  /** The id to save the form under as another record, if its own id has a record already. */
  anotherId?: string | undefined
  /** The marks of the accounts of a form that is refused. */
  accounts?: RefusedForm['accounts']
}

/** A form that comes back: refused, or with what its button changed in it. */
export type ReturnedForm = ReturnType<typeof data<Pick<Answer, 'result' | 'msg'> & Partial<Answer>>>

const answer = (refusal: Answer, init: ResponseInit) => data(refusal, init)

/** Limits in milliseconds. The minimum is negative, because the clocks of several servers may differ by a minute. */
const keyAge = { max: day, min: -minute }

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

/** The idempotency key of the record of a form. The button 'Save as another' has one of its own. */
export const idOfNewRecord = ({ payload }: Submission<unknown>) =>
  idempotencyKey(payload[anotherField] ?? payload._id)

/** The path after adding a record: `path`, or an empty form with the same `returnTo` if another one is to be added. */
export function pathAfterAdding(
  { request }: Call,
  { payload }: Submission<unknown>,
  path: string,
  id: string,
) {
  if (payload.intent !== anotherIntent) return path
  const { pathname, searchParams } = new URL(request.url)
  const returnTo = searchParams.get('returnTo')
  const query = new URLSearchParams({ ...(returnTo && { returnTo }), [addedParameter]: id })
  return `${pathname.replace(/\.data$/, '')}?${query}`
}

/** The record that a form is to edit: the one of the screen, or the one that the id of a new record has already. */
export function editedId({ payload }: Submission<unknown>, id: string | undefined) {
  const isThere = typeof payload._version === 'string' && !(anotherField in payload)
  return id ?? (isThere ? String(payload._id) : undefined)
}

/** The version that an edit form was opened with. Without one, the last write wins. */
export function expectedVersion({ payload }: Submission<unknown>, field = '_version') {
  const version = payload[field]
  return typeof version === 'string' ? etagOfVersion(version) : null
}
