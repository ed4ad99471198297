/** The parts of the pages of circles and events that have a form in place, with the fields that each changes. */
export const circleParts = {
  details: ['Name', 'Circletype', 'Shortname', 'Location', 'cadenceDays'],
  description: ['Description'],
  buds: ['selectedBuds'],
  milestones: ['milestones'],
} as const

export const eventParts = {
  details: ['Name', 'Eventtype', 'Location', 'startDate', 'endDate', 'repeat'],
  description: ['Description'],
  buds: ['selectedBuds'],
} as const
