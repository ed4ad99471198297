import { z } from 'zod'
import { accountChange } from './account-input.server'

/** The fields of the profile screen. Browsers send an empty file when no picture is selected. */
export const profileForm = z.preprocess((form) => {
  const { avatar, ...fields } = form as Record<string, unknown>
  return avatar instanceof File && avatar.size > 0 ? { ...fields, avatar } : fields
}, accountChange)
