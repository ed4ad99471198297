import { cardOf, eventOf, readProperty, replaceProperty } from '../../tests/support/dav-objects.mjs'
import { registerOwner } from './support.mjs'

/** tsdav of npm: what web applications sync by. */
export async function tsdav({ app, check }) {
  const { createDAVClient, addressBookMultiGet } = await import('tsdav')
  const owner = await registerOwner(app.url)
  const { user, password } = await owner.addDevice('tsdav')
  const open = (defaultAccountType) =>
    createDAVClient({
      serverUrl: app.url,
      credentials: { username: user, password },
      authMethod: 'Basic',
      defaultAccountType,
    })
  await useContacts(await open('carddav'), addressBookMultiGet, owner, check)
  await useCalendars(await open('caldav'), owner, check)
}

async function useContacts(client, objectMultiGet, owner, check) {
  const { bud } = await owner.call('POST', '/api/v1/buds', { Firstname: 'Ada', Surname: 'There' })
  const books = await client.fetchAddressBooks()
  check(
    'tsdav finds one address book from /.well-known/carddav',
    books.length === 1,
    books.map(({ url }) => url).join(),
  )
  const [book] = books
  const cards = await client.fetchVCards({ addressBook: book })
  check(
    'tsdav fetches the cards',
    cards.length === 1 && readProperty(cards[0].data, 'FN') === 'Ada There',
    cards.map(({ data }) => readProperty(data ?? '', 'FN')).join(),
  )
  const made = await client.createVCard({
    addressBook: book,
    filename: 'made.vcf',
    vCardString: cardOf({ uid: 'made-by-tsdav', given: 'Bo', surname: 'Here' }),
  })
  const own = (await client.fetchVCards({ addressBook: book })).find(({ url }) => url.endsWith('/made.vcf'))
  const updated = await client.updateVCard({
    vCard: { ...own, data: replaceProperty(own.data, 'NOTE', 'NOTE:by tsdav') },
  })
  const { buds } = await owner.call('GET', '/api/v1/buds?search=Bo%20Here')
  check(
    'tsdav makes and updates a card',
    made.ok && updated.ok && buds.length === 1 && buds[0].notes === 'by tsdav',
    `${made.status} ${updated.status} ${buds[0]?.notes}`,
  )
  await owner.call('PATCH', `/api/v1/buds/${bud._id}`, { notes: 'by hand' })
  const synced = await syncBook(client, { ...book, objects: cards, objectMultiGet })
  const names = (list) =>
    list
      .map(({ data }) => readProperty(data ?? '', 'FN'))
      .sort()
      .join()
  check(
    'tsdav syncs what was made and what was changed, and nothing else',
    names(synced.created) === 'Bo Here' &&
      names(synced.updated) === 'Ada There' &&
      synced.deleted.length === 0,
    JSON.stringify({
      created: names(synced.created),
      updated: names(synced.updated),
      deleted: synced.deleted.length,
    }),
  )
  const current = (await client.fetchVCards({ addressBook: book })).find(({ url }) =>
    url.endsWith('/made.vcf'),
  )
  const removed = await client.deleteVCard({ vCard: current })
  const left = await owner.call('GET', '/api/v1/buds')
  check(
    'tsdav deletes a card',
    removed.ok && left.totalBuds === 1,
    `${removed.status}, ${left.totalBuds} left`,
  )
}

async function syncBook(client, collection) {
  const { created, updated, deleted } = (
    await client.smartCollectionSync({ collection, method: 'webdav', detailedResult: true })
  ).objects
  return { created, updated, deleted }
}

async function useCalendars(client, owner, check) {
  const series = {
    Name: 'Weekly',
    Location: 'Bath',
    Eventtype: 'Social',
    startDate: '2027-05-04T18:00',
    endDate: '2027-05-04T19:00',
  }
  await owner.call('POST', '/api/v1/events', { ...series, repeat: 'FREQ=WEEKLY;COUNT=4' })
  const calendars = await client.fetchCalendars()
  const names = calendars.map(({ url }) => url.split('/').at(-2)).sort()
  check('tsdav finds both calendars from /.well-known/caldav', names.join() === 'dates,events', names.join())
  const calendar = calendars.find(({ url }) => url.endsWith('/events/'))
  check(
    'they hold events and no tasks',
    calendar.components?.join() === 'VEVENT',
    String(calendar.components),
  )
  const made = await client.createCalendarObject({
    calendar,
    filename: 'made.ics',
    iCalString: eventOf({
      uid: 'event-by-tsdav',
      name: 'Here',
      start: '2027-05-05T10:00',
      end: '2027-05-05T11:00',
    }),
  })
  const timeRange = { start: '2027-05-05T00:00:00Z', end: '2027-05-06T00:00:00Z' }
  const inRange = await client.fetchCalendarObjects({ calendar, timeRange })
  check(
    'tsdav makes an event and finds it alone by its time',
    made.ok && inRange.length === 1 && readProperty(inRange[0].data, 'SUMMARY') === 'Here',
    `${made.status}, ${inRange.map(({ data }) => readProperty(data, 'SUMMARY'))}`,
  )
  const data = replaceProperty(inRange[0].data, 'DESCRIPTION', 'DESCRIPTION:by tsdav')
  const updated = await client.updateCalendarObject({ calendarObject: { ...inRange[0], data } })
  const { events } = await owner.call('GET', '/api/v1/events?search=Here')
  check(
    'tsdav updates an event',
    updated.ok && events[0]?.Description === 'by tsdav',
    `${updated.status} ${events[0]?.Description}`,
  )
  await expandSeries(client, calendar, check)
  const current = (await client.fetchCalendarObjects({ calendar })).find(({ url }) =>
    url.endsWith('/made.ics'),
  )
  const removed = await client.deleteCalendarObject({ calendarObject: current })
  const left = await client.fetchCalendarObjects({ calendar })
  check('tsdav deletes an event', removed.ok && left.length === 1, `${removed.status}, ${left.length} left`)
}

/** Whether an occurrence is expanded is for the record: no client here needs it. */
async function expandSeries(client, calendar, check) {
  const timeRange = { start: '2027-05-10T00:00:00Z', end: '2027-05-20T00:00:00Z' }
  const [found, ...more] = await client.fetchCalendarObjects({ calendar, timeRange, expand: true })
  const starts = startsOf(found?.data ?? '')
  const isExpanded = starts.join() === '20270511T170000Z,20270518T170000Z'
  check(
    'tsdav finds a series by the time of a later occurrence',
    more.length === 0 && (isExpanded || starts.join() === '20270504T180000'),
    `${isExpanded ? 'expanded' : 'not expanded'}: ${starts}`,
  )
}

const startsOf = (text) =>
  text
    .replace(/BEGIN:VTIMEZONE[\s\S]*?END:VTIMEZONE/g, '')
    .match(/^DTSTART.*$/gm)
    ?.map((line) => line.slice(line.indexOf(':') + 1).trim()) ?? []
