import { data } from '@remix-run/node'
import { passwordRefused } from '~/account/accounts/own-password.server'
import type { User } from '~/account/users/user'
import { idempotencyKey, invalidForm, parseFields, refuseForm } from '~/base/forms/form.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { feedsPath } from './feed'
import { feedInput } from './feed-input.server'
import { makeFeed, revokeFeed } from './feeds.server'

/** Whether a form of the screen is one of `FeedSection`. */
export const isFeedForm = (form: FormData) =>
  ['make-feed', 'revoke-feed'].includes(String(form.get('intent')))

/** The action of `FeedSection`. The address of a new feed is in the response itself, because it cannot be read later. */
export async function feedAction(call: Call, user: User, form: FormData) {
  if (form.get('intent') === 'revoke-feed') return revoke(call, user, String(form.get('_id') ?? ''))
  const submission = parseFields(form, feedInput)
  try {
    if (submission.status !== 'success') throw new UserError(400, invalidForm(submission).data.msg)
    const { feed, url } = await makeFeed(call, user, submission.value, idempotencyKey(form.get('_id')))
    const msg = 'Feed created successfully'
    return data({ madeFeed: { ...feed, url }, msg, type: 'success' as const }, 201)
  } catch (error) {
    if (passwordRefused(error)) return refused(refuseForm(call, submission, error))
    return redirectWithFailure(call, feedsPath, error)
  }
}

/** The screen has other forms, which have results too. */
const refused = ({ data: { result, ...rest }, init }: ReturnType<typeof refuseForm>) =>
  data({ feedResult: result, ...rest }, init ?? undefined)

async function revoke(call: Call, user: User, id: string) {
  try {
    await revokeFeed(user._id, id)
  } catch (error) {
    return redirectWithFailure(call, feedsPath, error)
  }
  return redirectWithSuccess(feedsPath, 'Feed revoked successfully')
}
