/** Constants and types of filters for browser and server (product 33). The rules are in `bud-filter.server.ts`. */

export const filterMatches = ['all', 'any'] as const

export const ruleLimit = 20
export const ruleValueLimit = 50
/** A URL with it stays below the 16 kB that Node reads of a request's headers. */
export const filterLength = 4_000

/** What a bud may have or lack that its own row says. */
export const storedFeatures = ['email', 'phone', 'address', 'photo', 'birthday', 'notes'] as const
/** What other tables say. */
export const derivedFeatures = ['cadence', 'relation'] as const
export const features = [...storedFeatures, ...derivedFeatures] as const

/** What stands in place of a value: some of a list, a text, a day, a number of days, or nothing. */
type Value = 'list' | 'text' | 'day' | 'days' | 'none'

const ofList = { any: 'list', all: 'list', none: 'list' } as const
const ofText = { contains: 'text' } as const

/** The fields of a rule: how screens name them, and what each `is` compares with. */
export const ruleFields = {
  type: { label: 'Type', is: ofList },
  tag: { label: 'Tag', is: ofList },
  circle: { label: 'Circle', is: ofList },
  hobby: { label: 'Hobby', is: ofList },
  preference: { label: 'Preference', is: ofList },
  industry: { label: 'Industry', is: ofList },
  origination: { label: 'Origination', is: ofList },
  location: { label: 'Location', is: ofText },
  occupation: { label: 'Occupation', is: ofText },
  has: { label: 'Has', is: { all: 'list' } },
  lacks: { label: 'Lacks', is: { all: 'list' } },
  lastContact: { label: 'Last contact', is: { before: 'day', after: 'day', never: 'none' } },
  due: { label: 'Due', is: { overdue: 'none', within: 'days' } },
  date: { label: 'Date', is: { within: 'days' } },
  added: { label: 'Added', is: { before: 'day', after: 'day' } },
  related: { label: 'Related to', is: ofList },
  archived: { label: 'Archived', is: { no: 'none', yes: 'none', either: 'none' } },
} as const satisfies Record<string, { label: string; is: Record<string, Value> }>

export type RuleField = keyof typeof ruleFields
export const ruleFieldNames = Object.keys(ruleFields) as [RuleField, ...RuleField[]]

/** The words of a screen for each `is`. */
export const isLabels = {
  any: 'is any of',
  all: 'is all of',
  none: 'is none of',
  contains: 'contains',
  before: 'before',
  after: 'after',
  never: 'never',
  overdue: 'overdue',
  within: 'within days',
  no: 'no',
  yes: 'yes',
  either: 'either',
} as const

export type Is = keyof typeof isLabels

/** Names a value of a rule that the account has not any more. That of a tag is its name. */
export const nameOfGone = (value: string) => (/^[\da-f-]{36}$/i.test(value) ? 'Not there any more' : value)

/** A rule as the browser handles it. */
export type PlainRule = { field: RuleField; is: Is; value?: string | number | string[] }
export type PlainFilter = { match: (typeof filterMatches)[number]; rules: PlainRule[] }

const isArchived: PlainFilter = { match: 'all', rules: [{ field: 'archived', is: 'yes' }] }

/** The list of the archived buds. */
export const archivedPath = `/dashboard?filter=${encodeURIComponent(JSON.stringify(isArchived))}`

export const valueKind = ({ field, is }: Pick<PlainRule, 'field' | 'is'>) =>
  (ruleFields[field].is as Record<string, Value>)[is] ?? 'none'

/** A rule in words. `nameOf` names the values of a list, such as circles by their ids. */
export function ruleText({ field, is, value }: PlainRule, nameOf: (value: string) => string) {
  const { label } = ruleFields[field]
  if (is === 'within') return `${label} within ${value} ${value === 1 ? 'day' : 'days'}`
  const values = Array.isArray(value) ? value.map(nameOf).join(', ') : String(value ?? '')
  const verb = field === 'has' || field === 'lacks' ? '' : isLabels[is]
  return [label, verb, values].filter(Boolean).join(' ')
}
