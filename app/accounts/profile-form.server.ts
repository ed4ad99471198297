import { z } from 'zod'
import { accountChange } from './account-input.server'

/** The profile screen's fields; a form without a chosen picture has an empty file in it. */
export const profileForm = z.preprocess((form) => {
  const { avatar, ...fields } = form as Record<string, unknown>
  return avatar instanceof File && avatar.size > 0 ? { ...fields, avatar } : fields
}, accountChange)
