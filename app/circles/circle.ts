/** Words and limits of a circle that the browser may know; the rules stand in `circle-input.server.ts`. Product 4.1. */
export const circletypes = ['Friends', 'Family', 'Work', 'Clients', 'Other'] as const

export const circleSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'circleType'] as const

/** Names of the fields, for the form and for messages. */
export const circleLabels = {
  Name: 'Name',
  Shortname: 'Short name',
  Description: 'Description',
  Location: 'Location',
  Circletype: 'Circle type',
  milestones: 'Milestones',
  selectedBuds: 'Buds',
}
