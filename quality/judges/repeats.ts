/** The parts of the app that the judges judge. Built by build.mjs. */

export { startsFrom } from '~/events/repeats/starts'
export { randomSeries, seeded } from '../../tests/support/random-rules'
