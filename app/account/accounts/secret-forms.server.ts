import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { User } from '~/account/users/user'
import { idempotencyKey, invalidForm, parseFields, refuseForm } from '~/base/forms/form.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { assertNotDemo } from './accounts.server'

/** The response to a form, with what it has made or what is wrong with it. */
type Answer<Section, Made> = {
  section: Section
  made?: Made
  result?: SubmissionResult
  msg: string
  type?: 'success' | 'info'
}

type Options<Section extends string, Input extends z.ZodType, Made> = {
  /** Names the section in the response, because its screen has others. */
  section: Section
  path: string
  input: Input
  make: (call: Call, user: User, value: z.output<Input>, _id: string) => Promise<Made>
  msg: string
  /** The errors that the form shows. All others are toasts. By default, the form shows every error. */
  isShown?: (error: unknown) => boolean
}

/**
 * The action of a form that makes something with a secret. The secret is in the response itself, because it cannot be read
 * later.
 */
export function secretForm<Section extends string, Input extends z.ZodType, Made>({
  section,
  path,
  input,
  make,
  msg,
  isShown,
}: Options<Section, Input, Made>) {
  const refused = ({ data: answer, init }: ReturnType<typeof refuseForm>) =>
    data<Answer<Section, Made>>({ section, ...answer }, init ?? undefined)

  return async (call: Call, user: User, form: FormData) => {
    const submission = parseFields(form, input)
    try {
      assertNotDemo(user)
      if (submission.status !== 'success') {
        if (!isShown) return refused(invalidForm(submission))
        throw new UserError(400, invalidForm(submission).data.msg)
      }
      const made = await make(call, user, submission.value, idempotencyKey(form.get('_id')))
      return data<Answer<Section, Made>>({ section, made, msg, type: 'success' }, 201)
    } catch (error) {
      if (isShown?.(error) === false) return redirectWithFailure(call, path, error)
      return refused(refuseForm(call, submission, error))
    }
  }
}

/** The action of a button with the id of what it revokes. */
export function revokeButton(
  path: string,
  revoke: (userId: string, id: string) => Promise<unknown>,
  msg: string,
) {
  return async (call: Call, user: User, form: FormData) => {
    try {
      await revoke(user._id, String(form.get('_id') ?? ''))
    } catch (error) {
      return redirectWithFailure(call, path, error)
    }
    return redirectWithSuccess(path, msg)
  }
}
