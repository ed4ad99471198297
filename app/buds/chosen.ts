import type { Bud } from './bud-input.server'

/** The most buds of a circle or an event. */
export const chosenLimit = 500

/** How many of its buds a circle or an event shows in a list. */
export const listedLimit = 20

/** How many buds are offered at once. */
export const offeredLimit = 20

/** What is shown of a bud where buds are chosen. */
export type ChosenBud = ReturnType<typeof asChosen>

export function asChosen(bud: Bud) {
  const { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, hobbies, preferences } = bud
  return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype, hobbies, preferences }
}

export type BudChoice = {
  chosen: ChosenBud[]
  /** Ids that were chosen and are no bud of the user's. */
  missing: string[]
  /** Who can be chosen next: the first that match `findBuds`. */
  offered: ChosenBud[]
  findBuds: string
  /** The form came back to show who was found. */
  isFinding: boolean
}

export type Shared<B> = { item: string; buds: B[] }

/** The items that more than one of the buds holds; those that most hold come first (product 4.3). */
export function inCommon<B>(buds: B[], itemsOf: (bud: B) => string[]): Shared<B>[] {
  const shared = new Map<string, Shared<B>>()
  for (const bud of buds) {
    for (const item of new Set(itemsOf(bud))) {
      const known = shared.get(item)
      if (known) known.buds.push(bud)
      else shared.set(item, { item, buds: [bud] })
    }
  }
  return [...shared.values()].filter(({ buds }) => buds.length > 1).sort(byCountThenName)
}

function byCountThenName<B>(a: Shared<B>, b: Shared<B>) {
  return b.buds.length - a.buds.length || a.item.localeCompare(b.item, 'en')
}
