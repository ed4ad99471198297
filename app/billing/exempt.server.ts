import type { User } from '~/accounts/account'
import { isDemo } from '~drizzle/demo/user'

/** Neither asked to pay nor mailed about it (product 1). */
export function isExempt(user: Pick<User, 'Role' | 'isTestAccount' | 'Email'>) {
  return user.isTestAccount || user.Role !== 'user' || isDemo(user)
}
