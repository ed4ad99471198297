/** Where the screen Security lists the programs, with the fragment as `passkeysPath`. */
export const programsPath = '/dashboard/security#programs'

/** A token, feed, device or webhook, as the API returns it. Days are in UTC. `expiresAt` is null for one without an end. */
export type Program = {
  _id: string
  kind: 'token' | 'feed' | 'device' | 'webhook'
  name: string
  lastUsedOn: string | null
  expiresAt: Date | null
  createdAt: Date
}
