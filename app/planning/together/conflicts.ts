import { type Diet, diets } from '~/people/buds/diets'
import { budsByItem } from '~/people/buds/in-common'
import { ruledOut } from './conflicts.data'

export function isConflict(preference: string): preference is Diet {
  return Object.hasOwn(ruledOut, preference)
}

type WithPreferences = { preferences: string[] }

/** Each conflict with the buds that have it: allergies first, then diets, in the order of the list of preferences. */
export function conflictsOf<B extends WithPreferences>(buds: B[]) {
  return diets.flatMap((name) => {
    const having = buds.filter(({ preferences }) => preferences.includes(name))
    return having.length > 0 ? [{ name, buds: having }] : []
  })
}

/** The tastes of the buds that no conflict among them rules out, those of most buds first. */
export function suitsAllOf(buds: WithPreferences[]) {
  const banned = new Set<string>(conflictsOf(buds).flatMap(({ name }) => ruledOut[name]))
  return budsByItem(buds, ({ preferences }) => preferences)
    .map(({ item }) => item)
    .filter((item) => !isConflict(item) && !banned.has(item))
}
