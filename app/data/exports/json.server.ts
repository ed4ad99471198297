import type { User } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { findSettings } from '~/planning/reminders/settings.server'
import { backupFormat, backupVersion, photoFile } from './backup.server'
import { exportedLists } from './lists.server'
import { isInPart, type Part } from './parts.server'
import { budPages, type ExportedBud } from './records.server'

/** The backup as JSON with one record on a line, in pages. In a part, it names the photos of that part only. */
export async function* writeJson(user: User, part?: Part) {
  const { settings } = await findSettings(user._id)
  const { Firstname, Surname, Email, Location } = user
  const start = {
    format: backupFormat,
    version: backupVersion,
    exportedAt: clock.now(),
    ...(part && part.count > 1 && { part: part.number, parts: part.count }),
    profile: { Firstname, Surname, Email, Location },
    settings,
  }
  yield JSON.stringify(start).slice(0, -1)
  const ids = new Set<string>()
  const bud = (record: ExportedBud) => {
    ids.add(record._id)
    return backupBud(record, part)
  }
  // The lists are read one after the other, so a bud that was added meanwhile may be missing from the first one.
  const withIds = ({ buds, ...record }: { buds?: { _id: string }[] }) =>
    buds ? { ...record, selectedBuds: buds.map(({ _id }) => _id).filter((id) => ids.has(id)) } : record
  yield* writeList('buds', budPages(user._id), bud)
  for (const [name, { readBackup }] of Object.entries(exportedLists))
    yield* writeList(name, readBackup(user._id), withIds)
  yield '}\n'
}

function backupBud({ groups: _, related, photo, ...bud }: ExportedBud, part?: Part) {
  const isHere = photo && (!part || isInPart(bud._id, part))
  const relations = related.flatMap(({ isMadeHere, name: _name, ...relation }) =>
    isMadeHere ? [relation] : [],
  )
  return { ...bud, relations, photo: isHere ? photoFile(bud._id) : null }
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
