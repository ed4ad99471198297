import {
  filterMatches,
  type Is,
  type PlainFilter,
  type PlainRule,
  type RuleField,
  ruleFieldNames,
  ruleFields,
  ruleLimit,
  valueKind,
} from './bud-filter'

/**
 * A filter that a form of the list of buds builds, in the query of its URL: `build` says that the form is open, `match` and
 * `0.field`, `0.is`, `0.value`, `1.field` and so on are its content. A submit button is a `step`, which no URL keeps.
 */
export type DraftRule = { field: RuleField; is: Is; values: string[] }
export type Draft = { match: PlainFilter['match']; rules: DraftRule[] }

/** The parameters of the list that a change of its filter keeps. */
export type Kept = [name: string, value: string][]

const isField = (name: string): name is RuleField => (ruleFieldNames as string[]).includes(name)
const choices = (field: RuleField) => Object.keys(ruleFields[field].is) as [Is, ...Is[]]
const newRule = (field: RuleField): DraftRule => ({ field, is: choices(field)[0], values: [] })

/** The draft of a query. Null: the form is not open. */
export function readDraft(query: URLSearchParams): Draft | null {
  if (!query.has('build')) return null
  const rules = Array.from({ length: ruleLimit }, (_, n): DraftRule[] => {
    const field = query.get(`${n}.field`) ?? ''
    if (!isField(field)) return []
    const is = choices(field).find((one) => one === query.get(`${n}.is`)) ?? choices(field)[0]
    return [{ field, is, values: query.getAll(`${n}.value`).filter((value) => value.trim() !== '') }]
  })
  const match = filterMatches.find((one) => one === query.get('match')) ?? 'all'
  return { match, rules: rules.flat() }
}

/** The draft after a step: `add` adds a rule of the field that is chosen, a number removes that rule. */
export function afterStep({ match, rules }: Draft, step: string, field: string): Draft {
  if (step === 'add')
    return { match, rules: isField(field) ? [...rules, newRule(field)].slice(0, ruleLimit) : rules }
  return { match, rules: rules.filter((_, n) => String(n) !== step) }
}

export const draftOf = ({ match, rules }: PlainFilter): Draft => ({
  match,
  rules: rules.map(({ field, is, value }) => ({ field, is, values: [value ?? []].flat().map(String) })),
})

/** The parameters of a draft. */
export const draftParameters = ({ match, rules }: Draft) => [
  ['build', '1'],
  ['match', match],
  ...rules.flatMap(({ field, is, values }, n) => [
    [`${n}.field`, field],
    [`${n}.is`, is],
    ...values.map((value) => [`${n}.value`, value]),
  ]),
]

/** The filter of a draft, which `filterText` has to check. Rules without a value are left out. */
export const filterOfDraft = ({ match, rules }: Draft) => ({
  match,
  rules: rules.flatMap(({ field, is, values }): PlainRule[] => {
    const kind = valueKind({ field, is })
    const [first] = values
    if (kind === 'none') return [{ field, is }]
    if (first === undefined) return []
    return [{ field, is, value: kind === 'list' ? values : kind === 'days' ? Number(first) : first }]
  }),
})
