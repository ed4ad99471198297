import { api } from '~/api/calls/api.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { refuseHeld } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices/{id}/refuse', {
  POST: async ({ user, id }) => ({
    records: await refuseHeld(user._id, id),
    msg: 'Held records kept successfully',
  }),
})
