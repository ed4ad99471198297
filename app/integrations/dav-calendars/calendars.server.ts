import type { Collection } from '~/integrations/dav/collection.server'
import { findCollectionNames, renameCollection } from '~/integrations/devices/collection-names.server'
import type { Device } from '~/integrations/devices/device'
import { datesCollection } from './dates-collection.server'
import { eventsCollection } from './events-collection.server'
import { expandObject } from './expand.server'

/** The calendars of a device, with the names and colours that it or another one has given them. */
export async function calendarsOf(device: Device): Promise<Collection[]> {
  const names = await findCollectionNames(device)
  return [eventsCollection, datesCollection].map((collection) => {
    const { displayName, color } = names.get(collection.name) ?? {}
    return {
      ...collection,
      expand: ({ zone }, content, range) => expandObject(content, zone, range),
      displayName: displayName || collection.displayName,
      color: color || collection.color,
      rename: (device, properties) => renameCollection(device, collection.name, properties),
    }
  })
}
