/** Constants and labels of the admin screens for browser and server (product 10). */
export const adminPath = '/dashboard/Admin'

export const tabLabels = { 'access-codes': 'Access Codes', users: 'Users', settings: 'Settings' }
export type AdminTab = keyof typeof tabLabels
export const adminTabs = Object.keys(tabLabels) as AdminTab[]

/** The path of the first tab has no query. */
export const tabPath = (tab: AdminTab) => (tab === 'access-codes' ? adminPath : `${adminPath}?tab=${tab}`)

export type AccessCode = {
  _id: string
  code: string
  isUsed: boolean
  /** Null if the code is unused or the user was deleted. */
  usedBy: { _id: string; Email: string } | null
  createdAt: Date
}

const units = { d: 86_400, h: 3_600, m: 60, s: 1 }

/** The time since `instant`: '5s ago', then minutes, hours and days. Both in milliseconds since 1970. */
export function ago(instant: number, now: number) {
  const seconds = Math.floor((now - instant) / 1_000)
  const [unit, length] = Object.entries(units).find(([, length]) => seconds >= length) ?? ['s', 1]
  return `${Math.max(0, Math.floor(seconds / length))}${unit} ago`
}

/** Props that both lists of the screen share. */
export type ListProps = { numOfPages: number; currentPage: number; search: string }

/** A search returns at most this many of the newest rows. */
export const maxFound = 1_000

export function countLabel(total: number, noun: string, search: string) {
  if (search && total === maxFound) return `The newest ${total} found`
  return `${total} ${noun}${total === 1 ? '' : 's'}${search ? ' found' : ''}`
}

export function testAccountMessage({ isTestAccount }: { isTestAccount: boolean }) {
  return `Test account ${isTestAccount ? 'enabled' : 'disabled'}`
}

export function requirementMessage(requireAccessCode: boolean) {
  return `Access code requirement ${requireAccessCode ? 'enabled' : 'disabled'}`
}
