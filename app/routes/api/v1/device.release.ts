import { api } from '~/api/calls/api.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { releaseHeld } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices/{id}/release', {
  POST: async ({ user, id }) => ({
    records: await releaseHeld(user._id, id),
    msg: 'Held records deleted successfully',
  }),
})
