/** Words of the admin dashboard that the browser may know. Product 10. */
export const adminAddress = '/dashboard/Admin'

export const adminTabs = ['access-codes', 'users', 'settings'] as const
export type AdminTab = (typeof adminTabs)[number]

export const tabLabels: Record<AdminTab, string> = {
  'access-codes': 'Access Codes',
  users: 'Users',
  settings: 'Settings',
}

/** The first tab is the address itself. */
export function addressOfTab(tab: AdminTab) {
  return tab === 'access-codes' ? adminAddress : `${adminAddress}?tab=${tab}`
}

export function isAdminTab(tab: string | null): tab is AdminTab {
  return adminTabs.some((known) => known === tab)
}

export type AccessCode = {
  _id: string
  code: string
  isUsed: boolean
  /** Null also when who used it is gone. */
  usedBy: { _id: string; Email: string } | null
  createdAt: Date
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was made, both in milliseconds since 1970: '5s ago', then minutes, hours and days. */
export function ago(instant: number, now: number) {
  const seconds = Math.max(0, Math.floor((now - instant) / 1_000))
  if (seconds < minute) return `${seconds}s ago`
  if (seconds < hour) return `${Math.floor(seconds / minute)}m ago`
  if (seconds < day) return `${Math.floor(seconds / hour)}h ago`
  return `${Math.floor(seconds / day)}d ago`
}

/** A search finds the newest so many. */
export const mostFound = 1_000

export function countOf(total: number, noun: string, search: string) {
  if (search && total === mostFound) return `The newest ${total} found`
  return `${total} ${noun}${total === 1 ? '' : 's'}${search ? ' found' : ''}`
}

export function testAccountMessage({ isTestAccount }: { isTestAccount: boolean }) {
  return `Test account ${isTestAccount ? 'enabled' : 'disabled'}`
}

export function requirementMessage(requireAccessCode: boolean) {
  return `Access code requirement ${requireAccessCode ? 'enabled' : 'disabled'}`
}
