import { passwordRefused } from '~/account/accounts/own-password.server'
import { revokeButton, secretForm } from '~/account/accounts/secret-forms.server'
import type { User } from '~/account/users/user'
import type { Call } from '~/base/http/context.server'
import { feedsPath } from './feed'
import { feedInput } from './feed-input.server'
import { makeFeed, revokeFeed } from './feeds.server'

/** Whether a form of the screen is one of `FeedSection`. */
export const isFeedForm = (form: FormData) =>
  ['make-feed', 'revoke-feed'].includes(String(form.get('intent')))

const make = secretForm({
  section: 'feeds',
  path: feedsPath,
  input: feedInput,
  async make(call, user, value, key) {
    const { feed, url } = await makeFeed(call, user, value, key)
    return { ...feed, url }
  },
  msg: 'Feed created successfully',
  isShown: (error) => passwordRefused(error) !== undefined,
})

const revoke = revokeButton(feedsPath, revokeFeed, 'Feed revoked successfully')

/** The action of `FeedSection`. */
export const feedAction = (call: Call, user: User, form: FormData) =>
  form.get('intent') === 'revoke-feed' ? revoke(call, user, form) : make(call, user, form)
