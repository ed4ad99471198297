/** Constants and labels of the admin screens that the browser needs too. Product 10. */
export const adminPath = '/dashboard/Admin'

export const adminTabs = ['access-codes', 'users', 'settings'] as const
export type AdminTab = (typeof adminTabs)[number]

export const tabLabels: Record<AdminTab, string> = {
  'access-codes': 'Access Codes',
  users: 'Users',
  settings: 'Settings',
}

/** The path of the first tab has no query. */
export function tabPath(tab: AdminTab) {
  return tab === 'access-codes' ? adminPath : `${adminPath}?tab=${tab}`
}

export function isAdminTab(tab: string | null): tab is AdminTab {
  return adminTabs.some((name) => name === tab)
}

export type AccessCode = {
  _id: string
  code: string
  isUsed: boolean
  /** Null if the code is unused or the user was deleted. */
  usedBy: { _id: string; Email: string } | null
  createdAt: Date
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The time since `instant`: '5s ago', then minutes, hours and days. Both in milliseconds since 1970. */
export function ago(instant: number, now: number) {
  const seconds = Math.max(0, Math.floor((now - instant) / 1_000))
  if (seconds < minute) return `${seconds}s ago`
  if (seconds < hour) return `${Math.floor(seconds / minute)}m ago`
  if (seconds < day) return `${Math.floor(seconds / hour)}h ago`
  return `${Math.floor(seconds / day)}d ago`
}

/** A search returns at most this many of the newest rows. */
export const maxFound = 1_000

export function countOf(total: number, noun: string, search: string) {
  if (search && total === maxFound) return `The newest ${total} found`
  return `${total} ${noun}${total === 1 ? '' : 's'}${search ? ' found' : ''}`
}

export function testAccountMessage({ isTestAccount }: { isTestAccount: boolean }) {
  return `Test account ${isTestAccount ? 'enabled' : 'disabled'}`
}

export function requirementMessage(requireAccessCode: boolean) {
  return `Access code requirement ${requireAccessCode ? 'enabled' : 'disabled'}`
}
