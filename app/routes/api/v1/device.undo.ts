import { api } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { undoDevice, undoneMessage } from '~/integrations/devices/device-undo.server'
import { findDevice } from '~/integrations/devices/devices.server'

export const loader = api(deviceOperations, '/devices/{id}/undo', {
  POST: async ({ user, id, body }) => {
    await findDevice(user._id, id)
    const { isUnfinished, ...result } = await undoDevice(user._id, id, (await body()).since)
    const response = { msg: undoneMessage({ ...result, isUnfinished }), ...result }
    return isUnfinished ? accepted(response) : response
  },
})
