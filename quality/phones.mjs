import { afternoon } from './phones/afternoon.mjs'
import { bothWays } from './phones/both-ways.mjs'
import { brake } from './phones/brake.mjs'
import { cost } from './phones/cost.mjs'
import { evolution } from './phones/evolution.mjs'
import { guessing } from './phones/guesses.mjs'
import { kept } from './phones/kept.mjs'
import { kills } from './phones/kills.mjs'
import { litmus } from './phones/litmus.mjs'
import { readers } from './phones/readers.mjs'
import { replays } from './phones/replays.mjs'
import { roundTrips } from './phones/round-trips.mjs'
import { startApp } from './phones/support.mjs'
import { tsdav } from './phones/tsdav.mjs'
import { twoProcesses } from './phones/two-processes.mjs'
import { createReport } from './report.mjs'

/** Parts that share one server. */
const shared = {
  readers,
  litmus,
  tsdav,
  evolution,
  replays,
  roundTrips,
  brake,
  afternoon,
  kept,
  bothWays,
}
/** Parts that start servers of their own. */
const apart = { guessing, twoProcesses, kills, cost }

/**
 * Programs that sync contacts and calendars, and the requests of phones, against the built server. PARTS chooses some of the
 * parts by their names.
 */
export async function phones() {
  const { check, skip, result } = createReport()
  process.stdout.write(
    'No real phone was at hand: requests of iOS, macOS and DAVx5 are replayed as they are known.\n',
  )
  const chosen = process.env.PARTS?.split(',')
  const run = async (parts, given) => {
    for (const [name, part] of Object.entries(parts)) {
      if (chosen && !chosen.includes(name)) continue
      process.stdout.write(`${name}\n`)
      try {
        await part({ check, skip, ...given })
      } catch (error) {
        check(`${name} runs to its end`, false, error.stack)
      }
    }
  }
  const app = await startApp()
  await run(shared, { app })
  await app.stop()
  await run(apart, {})
  return result
}
