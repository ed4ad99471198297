/** Constants and types of guests' answers for browser and server (product 21.3). */
export const answers = ['yes', 'no', 'maybe'] as const
export type Answer = (typeof answers)[number]

/** How many people a guest can bring. */
export const guestsLimit = 10
export const noteLength = 300
