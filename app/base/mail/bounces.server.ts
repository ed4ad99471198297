import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { email } from '~/base/forms/rules'
import { log } from '~/base/node/log.server'
import { bouncedAddresses } from '~drizzle/schema'

/** Webhook records of Postmark that block an address: hard bounces and spam complaints. */
const report = z.union([
  z.object({
    RecordType: z.literal('Bounce'),
    Type: z.enum(['HardBounce', 'BadEmailAddress']),
    Email: email,
  }),
  z.object({ RecordType: z.literal('SpamComplaint'), Email: email }),
])

/** The address of a hard bounce or spam complaint; undefined for other reports. */
export const bouncedAddressIn = (body: Record<string, unknown>) => report.safeParse(body).data?.Email

export async function stopMailTo(address: string) {
  await db
    .insert(bouncedAddresses)
    .values({ address: address.toLowerCase(), at: clock.now() })
    .onConflictDoNothing()
  log.warn('address blocked after a bounce or spam complaint')
}

export async function findBounced(addresses: string[]) {
  if (addresses.length === 0) return new Set<string>()
  const rows = await db
    .select({ address: bouncedAddresses.address })
    .from(bouncedAddresses)
    .where(inArray(bouncedAddresses.address, addresses))
  return new Set(rows.map(({ address }) => address))
}
