import type { User } from '~/accounts/account'
import { isDemoAccount } from '~/accounts/account'

/** Users who never pay and get no mails about paying (product 1). */
export function isExempt(user: Pick<User, 'Role' | 'isTestAccount' | 'Email'>) {
  return user.isTestAccount || user.Role !== 'user' || isDemoAccount(user)
}
