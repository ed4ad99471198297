/** Who uses the app, for browser and server (product 1). */
export type User = {
  _id: string
  Firstname: string
  Surname: string
  Email: string
  Location: string
  avatar: string | null
  Role: 'user' | 'admin' | 'test'
  isTestAccount: boolean
}

/** What shows a bud without a photo. The first is the default. */
export const faceStyles = ['drawn', 'initials'] as const
export type FaceStyle = (typeof faceStyles)[number]

export const demoEmail = 'demo@budkeeper.example'

export const isDemoAccount = ({ Email }: Pick<User, 'Email'>) => Email.toLowerCase() === demoEmail

/** Whether a mailed link has verified the account's address. A changed address is not verified any more. */
export const isVerified = ({ Email, verifiedEmail }: { Email: string; verifiedEmail: string | null }) =>
  verifiedEmail?.toLowerCase() === Email.toLowerCase()

/** Users who never pay and get no mails about paying (product 1). */
export function isExempt(user: Pick<User, 'Role' | 'isTestAccount' | 'Email'>) {
  return user.isTestAccount || user.Role !== 'user' || isDemoAccount(user)
}
