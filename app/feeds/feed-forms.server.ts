import { data } from '@remix-run/node'
import type { User } from '~/accounts/account'
import { idempotencyKey } from '~/forms/form.server'
import { validationError } from '~/http/api.server'
import type { Call } from '~/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'
import { feedsPath } from './feed'
import { feedInput } from './feed-input.server'
import { makeFeed, revokeFeed } from './feeds.server'

/** Whether a form of the screen is one of `FeedSection`. */
export const isFeedForm = (form: FormData) =>
  ['make-feed', 'revoke-feed'].includes(String(form.get('intent')))

/** The action of `FeedSection`. The address of a new feed is in the response itself, because it cannot be read later. */
export async function feedAction(call: Call, user: User, form: FormData) {
  try {
    if (form.get('intent') === 'revoke-feed') {
      await revokeFeed(user._id, String(form.get('_id') ?? ''))
      return await redirectWithSuccess(feedsPath, 'Feed revoked successfully')
    }
    const { data: input, error } = feedInput.safeParse(Object.fromEntries(form))
    if (error) throw validationError(error)
    const { feed, url } = await makeFeed(user, input, idempotencyKey(form.get('_id')))
    const msg = 'Feed created successfully'
    return data({ madeFeed: { ...feed, url }, msg, type: 'success' as const }, 201)
  } catch (error) {
    return redirectWithFailure(call, feedsPath, error)
  }
}
