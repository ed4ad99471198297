import { api } from '~/api/calls/api.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { revokeDevice } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices/{id}', {
  DELETE: async ({ user, id }) => {
    await revokeDevice(user._id, id)
    return { msg: 'Device revoked successfully' }
  },
})
