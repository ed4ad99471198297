const paths = {
  Today: 'Today',
  Together: 'Together',
  Calendar: 'Calendar',
  Buds: '',
  Circles: 'AllCircles',
  Events: 'AllEvents',
  Tags: 'tags',
  'Add Bud': 'AddBud',
  'Add Circle': 'AddCircle',
  'Add Event': 'AddEvent',
  'Add list': 'AddList',
  'Log interaction': 'LogInteraction',
  'Import contacts': 'Import',
  Duplicates: 'duplicates',
  History: 'history',
  Review: 'review',
  Profile: 'profile',
  Reminders: 'reminders',
  Security: 'security',
  Devices: 'devices',
  Subscription: 'subscription',
  'Your data': 'data',
  Developers: 'developers',
}

/** The screens of the dashboard that Find leads to. */
export const places = Object.entries(paths).map(([name, path]) => ({ name, to: `/dashboard/${path}` }))

/** How many of them are offered without a text. */
export const firstPlaces = 3
