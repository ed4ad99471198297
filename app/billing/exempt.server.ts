import type { User } from '~/accounts/account'
import { isDemo } from '~drizzle/demo/user'

/** Neither asked to pay nor mailed about it (specification §4). */
export function isExempt(user: Pick<User, 'Role' | 'isTestAccount' | 'Email'>) {
  return user.isTestAccount || user.Role !== 'user' || isDemo(user)
}
