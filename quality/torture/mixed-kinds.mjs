import { evening } from './support.mjs'

const recordSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A']

const filler = 'Long enough for a list to take a while. '

/**
 * The kinds of records that callers write. `fields` makes the body of an API request, `stored` the record of the response,
 * and `form` the fields of the form. `note` names the field that changes.
 */
export const kinds = {
  bud: {
    one: 'bud',
    api: '/api/v1/buds',
    total: 'totalBuds',
    name: 'Firstname',
    type: 'Budtype',
    types: ['Friend', 'Family', 'Work', 'Client', 'Other'],
    sorts: [...recordSorts, 'budType'],
    note: 'LastInteraction',
    screen: '/dashboard',
    saved: '/dashboard',
    noun: 'Bud',
    fields: (name, type) => ({
      Firstname: name,
      Surname: 'Bud',
      Location: 'Bath',
      Budtype: type,
      LastInteraction: filler.repeat(40).trim(),
      hobbies: ['Chess', 'Cycling'],
      emails: [{ label: 'work', value: `${name.replace(' ', '.')}@example.org` }],
      phones: [{ label: '', value: '+44 7700 900100' }],
      addresses: [
        {
          label: 'home',
          street: `1 ${name} Road`,
          city: 'Bath',
          region: '',
          postcode: 'BA1 1AA',
          country: '',
        },
      ],
      links: [{ label: '', value: `https://example.org/${name.replace(' ', '/')}` }],
      dates: [{ label: 'Birthday', year: 1912, month: 12, day: 26 }],
      notes: `${name}. ${filler.repeat(40).trim()}`,
      customFields: [{ name: 'Boat', value: 'Red' }],
    }),
    stored: ({ photo = null, ...fields }) => ({ ...fields, photo }),
    form: ({ photo: _, emails, phones, addresses, links, dates, customFields, ...fields }) => ({
      ...fields,
      ...numbered('email', emails),
      ...numbered('phone', phones),
      ...numbered('address', addresses),
      ...numbered('link', links),
      ...numbered('date', dates),
      ...numbered('customField', customFields),
    }),
  },
  circle: {
    one: 'circle',
    api: '/api/v1/circles',
    total: 'totalCircles',
    name: 'Name',
    type: 'Circletype',
    types: ['Friends', 'Family', 'Work', 'Clients', 'Other'],
    sorts: [...recordSorts, 'circleType'],
    note: 'Description',
    screen: '/dashboard/AllCircles',
    saved: '/dashboard/allcircles',
    noun: 'Circle',
    fields: (name, type, friends) => ({
      Name: name,
      Shortname: 'c',
      Circletype: type,
      Description: filler.repeat(40).trim(),
      selectedBuds: friends.map(({ _id }) => _id),
      milestones: [1, 2, 3, 4].map((n) => ({ date: `2026-0${n}-01`, description: filler.repeat(20).trim() })),
    }),
    stored: ({ selectedBuds, milestones, ...fields }, friends) => ({
      ...fields,
      buds: namesOf(friends, selectedBuds),
      milestones: milestones.map((milestone, n) => ({ id: n + 1, ...milestone })),
    }),
    form: ({ milestones, ...fields }) => ({
      ...fields,
      milestoneIds: milestones.map((_, n) => n + 1).join(','),
      ...Object.fromEntries(
        milestones.flatMap(({ date, description }, n) => [
          [`milestone-date-${n + 1}`, date],
          [`milestone-description-${n + 1}`, description],
        ]),
      ),
    }),
  },
  event: {
    one: 'event',
    api: '/api/v1/events',
    total: 'totalEvents',
    name: 'Name',
    type: 'Eventtype',
    types: ['Social', 'Client', 'Colleagues', 'Other'],
    sorts: [...recordSorts, 'eventType', 'soonestFirst', 'latestFirst'],
    note: 'Description',
    screen: '/dashboard/AllEvents',
    saved: '/dashboard/allevents',
    noun: 'Event',
    fields: (name, type, friends, day) => ({
      ...evening,
      Name: name,
      Eventtype: type,
      startDate: `${day}T19:00`,
      endDate: `${day}T23:00`,
      Description: filler.repeat(40).trim(),
      selectedBuds: friends.map(({ _id }) => _id),
    }),
    stored: ({ selectedBuds, ...fields }, friends) => ({ ...fields, buds: namesOf(friends, selectedBuds) }),
    form: (fields) => fields,
  },
}

/** Posts have no owner: clients of the admin write them, and everybody may read them. */
export const post = {
  one: 'post',
  api: '/api/v1/blog/admin',
  all: '/api/v1/blog/admin/all',
  name: 'title',
  note: 'excerpt',
  fields: (name) => ({
    title: name,
    excerpt: 'As it was.',
    content: '<p>Call two people.</p>',
    author: 'Ada',
    tags: ['torture'],
    published: true,
  }),
  stored: (fields) => fields,
}

/** The inputs of rows, such as `email0Value`. */
function numbered(prefix, rows) {
  const inputs = rows.flatMap((row, n) =>
    Object.entries(row).map(([part, value]) => [
      `${prefix}${n}${part[0].toUpperCase()}${part.slice(1)}`,
      value,
    ]),
  )
  return Object.fromEntries(inputs)
}

/** The members of a circle or event, sorted by name, as `friends` already is. */
function namesOf(friends, ids) {
  return friends.filter(({ _id }) => ids.includes(_id))
}
