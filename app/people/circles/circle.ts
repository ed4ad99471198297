/** Constants of a circle for browser and server (product 4.1). The rules are in `circle-input.server.ts`. */
export const circletypes = ['Friends', 'Family', 'Work', 'Clients', 'Other'] as const

export const circleLabels = {
  Name: 'Name',
  Shortname: 'Short name',
  Description: 'Description',
  Location: 'Location',
  Circletype: 'Circle type',
  cadenceDays: 'Keep in touch every (days)',
  milestones: 'Milestones',
  selectedBuds: 'Buds',
}

/** The parts of the page that have a form in place, with the fields that each changes. */
export const circleParts = {
  details: ['Name', 'Circletype', 'Shortname', 'Location', 'cadenceDays'],
  description: ['Description'],
  buds: ['selectedBuds'],
  milestones: ['milestones'],
} as const

/** The most circles that the form of a bud offers. */
export const circleChoicesLimit = 1_000
