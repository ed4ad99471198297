/** Constants of a circle for browser and server. `circle-input.server.ts` has the rules. Product 4.1. */
export const circletypes = ['Friends', 'Family', 'Work', 'Clients', 'Other'] as const

/** Labels of the fields, in the form and in messages. */
export const circleLabels = {
  Name: 'Name',
  Shortname: 'Short name',
  Description: 'Description',
  Location: 'Location',
  Circletype: 'Circle type',
  milestones: 'Milestones',
  selectedBuds: 'Buds',
}
