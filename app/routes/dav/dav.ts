import { consumeDeviceQuota } from '~/account/accounts/rate-limit.server'
import { addressBook } from '~/integrations/address-book/address-book.server'
import { dav } from '~/integrations/dav/dav.server'
import { calendarsOf } from '~/integrations/dav-calendars/calendars.server'
import { openDevice } from '~/integrations/devices/device-session.server'

/** The server for phones: all of its URLs, because a method may concern several of them. */
export const loader = dav({
  authenticate: openDevice,
  countRequest: ({ _id }) => consumeDeviceQuota(_id),
  collectionsOf: async (device) => [addressBook, ...(await calendarsOf(device))],
})
