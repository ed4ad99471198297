import type { User } from '~/accounts/account'
import { clock } from '~/db/clock.server'
import { findSettings } from '~/reminders/settings.server'
import { backupFormat, backupVersion, photoFile } from './backup.server'
import { budPages, circlePages, type ExportedBud, eventPages, interactionPages } from './records.server'

/** The backup as JSON with one record on a line, in pages. */
export async function* writeJson(user: User) {
  const { settings } = await findSettings(user._id)
  const { Firstname, Surname, Email, Location } = user
  const start = {
    format: backupFormat,
    version: backupVersion,
    exportedAt: clock.now(),
    profile: { Firstname, Surname, Email, Location },
    settings,
  }
  yield JSON.stringify(start).slice(0, -1)
  const ids = new Set<string>()
  const bud = (record: ExportedBud) => {
    ids.add(record._id)
    return backupBud(record)
  }
  // The lists are read one after the other, so a bud that was added meanwhile may be missing from the first one.
  const withIds = <R extends { buds: { _id: string }[] }>({ buds, ...record }: R) => ({
    ...record,
    selectedBuds: buds.map(({ _id }) => _id).filter((id) => ids.has(id)),
  })
  yield* writeList('buds', budPages(user._id), bud)
  yield* writeList('circles', circlePages(user._id), withIds)
  yield* writeList('events', eventPages(user._id), withIds)
  yield* writeList('interactions', interactionPages(user._id), withIds)
  yield '}\n'
}

function backupBud({ groups: _, photo, ...bud }: ExportedBud) {
  return { ...bud, photo: photo && photoFile(bud._id) }
}

async function* writeList<R>(name: string, pages: AsyncIterable<R[]>, toBackup: (record: R) => object) {
  yield `,\n"${name}":[`
  let separator = '\n'
  for await (const page of pages) {
    yield separator + page.map((record) => JSON.stringify(toBackup(record))).join(',\n')
    separator = ',\n'
  }
  yield ']'
}
