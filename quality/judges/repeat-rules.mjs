import { agrees, expandRanges, ruleJudges } from './rule-judges.mjs'
import { kinds, partsOf } from './rule-kinds.mjs'

const count = Number(process.env.RANDOM_RULES ?? 10_000)
const seed = Number(process.env.SEED ?? 20_261_127)

/**
 * Other programs expand random rules. Their starts differ from those of the app only in the kinds that are listed, and for
 * each rule one of them agrees.
 */
export function judgeRules({ startsFrom, randomSeries, seeded }, { check, skip }) {
  const random = seeded(seed)
  const series = randomSeries(random, 2045)
  const all = Array.from({ length: count }, () => series.next().value)
  const ranges = all.map((one) => expandRanges(one, startsFrom, random))
  const unsettled = new Set(all.keys())
  for (const { name, needs, isInstalled, starts } of ruleJudges) {
    if (!isInstalled) {
      skip(`the judge ${name} needs ${needs}, which is not installed here`)
      continue
    }
    const found = kinds[name].map((kind) => ({ ...kind, rules: 0, differing: 0 }))
    const unknown = []
    starts(all).forEach((answer, n) => {
      const ofRule = found.filter(({ isMet }) => isMet(partsOf(all[n])))
      for (const kind of ofRule) kind.rules++
      if (agrees(answer, ranges[n])) unsettled.delete(n)
      else if (ofRule.length > 0) ofRule[0].differing++
      else unknown.push(`${all[n].repeat} from ${all[n].startDate}: ${JSON.stringify(answer).slice(0, 200)}`)
    })
    const differing = found.reduce((sum, kind) => sum + kind.differing, 0)
    process.stdout.write(`${name} gives other starts for ${differing + unknown.length} of ${count} rules:\n`)
    for (const { name, why, rules, differing } of found)
      process.stdout.write(`  ${differing} of ${rules} with ${name} (${why})\n`)
    check(
      `${name}: all its differences are of ${found.length} known kinds`,
      unknown.length === 0,
      `${unknown.length} are not\n${unknown.slice(0, 10).join('\n')}`,
    )
    const rewritten = [...all.keys()].flatMap((n) => {
      const kind = found.find(({ isMet, instead }) => instead && isMet(partsOf(all[n])))
      return kind ? [{ n, one: { ...all[n], repeat: kind.instead(all[n].repeat, partsOf(all[n])) } }] : []
    })
    if (rewritten.length === 0) continue
    starts(rewritten.map(({ one }) => one)).forEach((answer, index) => {
      const { n } = rewritten[index]
      if (agrees(answer, ranges[n])) unsettled.delete(n)
    })
  }
  if (!ruleJudges.every(({ isInstalled }) => isInstalled)) return
  const left = [...unsettled].map((n) => `${all[n].repeat} from ${all[n].startDate}`)
  check(
    `for each of ${count} rules, in three ranges, a judge gives the same starts`,
    left.length === 0,
    `${left.length} are left\n${left.slice(0, 10).join('\n')}`,
  )
}
