import { api } from '~/api/calls/api.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { listDeviceChanges } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices/{id}/changes', {
  GET: ({ user, id, query }) => listDeviceChanges(user._id, id, query()),
})
