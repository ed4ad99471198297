import { api } from '~/api/calls/api.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { createDevice, listDevices } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices', {
  GET: async ({ user }) => ({ devices: await listDevices(user._id) }),
  POST: async (call) => {
    const made = await createDevice(call, call.user, await call.body())
    return { msg: 'Device created successfully', ...made }
  },
})
