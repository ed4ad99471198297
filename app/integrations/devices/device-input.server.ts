import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { orEmpty, requiredLine } from '~/base/forms/rules'
import { deviceNameLength, deviceLabels as labels } from './device'

/** The body of `POST /devices`. */
export const deviceInput = z.object({
  name: z.preprocess(orEmpty, requiredLine(labels.name, deviceNameLength)),
  ...recentPassword,
})
export type DeviceInput = z.infer<typeof deviceInput>

const malformed = `${labels.since} must be an instant such as 2026-11-20T12:00:00Z`

/** The body of `POST /devices/{id}/undo`. */
export const deviceUndoInput = z.object({
  since: z.iso
    .datetime({ offset: true, error: malformed })
    .transform((text) => new Date(text))
    .refine((time) => time.getUTCFullYear() <= 9999, malformed),
})
