import type { BudDate, LabelledValue } from '~/people/buds/contact'
import { isSameEmail } from '~/people/buds/contact'
import { defaultDateLabel } from '~/people/buds/contact-lines'
import { isSamePhone } from '~/people/buds/phone-numbers'
import { areSameNames, areSimilarNames } from './similar-names'

/** What is compared of a bud. */
export type ComparedBud = {
  Firstname: string
  Surname: string
  Nickname?: string
  Location: string
  OccupationLocation: string
  emails: LabelledValue[]
  phones: LabelledValue[]
  dates: BudDate[]
  /** The part that says the generation will do. */
  notes?: string
}

/** The reasons, the strongest first (product 20.4). Pairs with a higher sum of weights are listed first. */
const reasons = {
  email: { text: 'Same email', weight: 16 },
  phone: { text: 'Same phone number', weight: 16 },
  birthday: { text: 'Same birthday', weight: 8 },
  place: { text: 'Same location and workplace', weight: 8 },
  name: { text: 'Same name', weight: 4 },
  similar: { text: 'Similar name', weight: 2 },
}

/** Why two buds may be one person. Undefined if nothing says so. */
export function compareBuds(a: ComparedBud, b: ComparedBud) {
  const found = reasonsFor(a, b).map((reason) => reasons[reason])
  if (found.length === 0) return undefined
  return {
    reasons: found.map(({ text }) => text),
    weight: found.reduce((sum, { weight }) => sum + weight, 0),
  }
}

function reasonsFor(a: ComparedBud, b: ComparedBud): (keyof typeof reasons)[] {
  const isSame = areSameNames(a, b)
  const hasName = isSame || areSimilarNames(a, b)
  const facts = [
    ...(share(a.emails, b.emails, isSameEmail) ? (['email'] as const) : []),
    ...(share(a.phones, b.phones, isSamePhone) ? (['phone'] as const) : []),
    ...(hasName && haveSameBirthday(a.dates, b.dates) ? (['birthday'] as const) : []),
    ...(hasName && haveSamePlace(a, b) ? (['place'] as const) : []),
  ]
  if (isSame) return [...facts, 'name']
  return hasName && facts.length > 0 ? [...facts, 'similar'] : facts
}

const share = (a: LabelledValue[], b: LabelledValue[], isSame: (a: string, b: string) => boolean) =>
  a.some(({ value }) => b.some((other) => isSame(value, other.value)))

/** A year that is not known may be any year. */
function haveSameBirthday(a: BudDate[], b: BudDate[]) {
  const [days, others] = [a.filter(isBirthday), b.filter(isBirthday)]
  return days.some(({ year, month, day }) =>
    others.some(
      (other) =>
        month === other.month &&
        day === other.day &&
        (year === null || other.year === null || year === other.year),
    ),
  )
}

const isBirthday = ({ label }: BudDate) => label.toLowerCase() === defaultDateLabel.toLowerCase()

function haveSamePlace(a: ComparedBud, b: ComparedBud) {
  const isSame = (place: string, other: string) => place !== '' && place.toLowerCase() === other.toLowerCase()
  return isSame(a.Location, b.Location) && isSame(a.OccupationLocation, b.OccupationLocation)
}
