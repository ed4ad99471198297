import { z } from 'zod'
import { oneOf, plainDate, requiredLine } from '~/base/forms/rules'
import { budtypes, cadenceMaximum } from './bud'
import {
  features,
  filterLength,
  filterMatches,
  type PlainFilter,
  type PlainRule,
  type RuleField,
  ruleFieldNames,
  ruleFields,
  ruleLimit,
  ruleValueLimit,
  valueKind,
} from './bud-filter'
import { optionLists } from './options.data'

/** The schema of filters (product 33). `filter-condition.server.ts` makes SQL of them. */

const textLength = 100
const tagLength = 50

const daysError = `value must be a whole number of days from 0 to ${cadenceMaximum}`

const valueRules = {
  text: requiredLine('value', textLength),
  day: plainDate('value').refine((day) => day !== '', 'value must be a date (YYYY-MM-DD)'),
  days: z.int({ error: daysError }).min(0, daysError).max(cadenceMaximum, daysError),
}

const listed = (values: readonly string[]) =>
  z.enum(values as [string, ...string[]], { error: `value must be a list of ${values.join(', ')}` })

const anyId = z.guid({ error: 'value must be a list of ids' }).transform((id) => id.toLowerCase())

/** What the lists of values hold. */
const elementRules: Partial<Record<RuleField, z.ZodType<string>>> = {
  type: listed(budtypes),
  tag: requiredLine('value', tagLength),
  circle: anyId,
  related: anyId,
  hobby: listed(optionLists.hobbies),
  preference: listed(optionLists.preferences),
  industry: listed(optionLists.industry),
  origination: listed(optionLists.origination),
  has: listed(features),
  lacks: listed(features),
}

const listRule = (field: RuleField) =>
  z
    .array(elementRules[field] ?? z.never(), { error: 'value must be a list' })
    .min(1, 'value must not be empty')
    .max(ruleValueLimit, `value must have at most ${ruleValueLimit} items`)
    .transform((list) => [...new Set(list)])

const rule = z
  .strictObject(
    {
      field: oneOf('field', ruleFieldNames),
      is: z.string({ error: 'is must be text' }),
      value: z.unknown().optional(),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? 'a rule has field, is and value alone' : undefined,
    },
  )
  .transform((rule, context): PlainRule => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const allowed = Object.keys(ruleFields[rule.field].is)
    if (!allowed.includes(rule.is)) return refuse(`is must be one of ${allowed.join(', ')}`)
    const { field, is } = rule as Pick<PlainRule, 'field' | 'is'>
    const kind = valueKind({ field, is })
    if (kind === 'none') return 'value' in rule ? refuse('value must be left out') : { field, is }
    const { data, error } = (kind === 'list' ? listRule(field) : valueRules[kind]).safeParse(rule.value)
    return data === undefined ? refuse(error?.issues[0]?.message ?? '') : { field, is, value: data }
  })

const filter: z.ZodType<PlainFilter> = z
  .strictObject(
    {
      match: oneOf('match', filterMatches),
      rules: z
        .array(rule, { error: 'rules must be a list' })
        .max(ruleLimit, `A filter has at most ${ruleLimit} rules`),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? 'it has match and rules alone' : 'it must be an object',
    },
  )
  .refine(
    ({ rules }) => rules.filter(({ field }) => field === 'archived').length <= 1,
    'archived can stand once',
  )

/** A filter as it is written, JSON, in the spelling that is stored. Empty: no filter. */
export const filterText = z
  .string({ error: 'filter must be a JSON text' })
  .transform((text, context) => {
    if (text === '') return ''
    if (text.length > filterLength) {
      const most = filterLength.toLocaleString('en')
      context.addIssue({ code: 'custom', message: `filter must have at most ${most} characters` })
      return z.NEVER
    }
    const { data, error } = filter.safeParse(jsonOf(text))
    if (data) return JSON.stringify(data)
    const [issue] = error?.issues ?? []
    const n =
      issue?.path[0] === 'rules' && typeof issue.path[1] === 'number' ? `rule ${issue.path[1] + 1}: ` : ''
    context.addIssue({ code: 'custom', message: `filter: ${n}${issue?.message}` })
    return z.NEVER
  })
  .meta({ type: 'string', maxLength: filterLength })

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

/** The text of a filter, in the order of keys that `filterText` gives. The database keeps none. */
export const filterToText = ({ match, rules }: PlainFilter) =>
  JSON.stringify({ match, rules: rules.map(({ field, is, value }) => ({ field, is, value })) })

/** The filter of a text that `filterText` has accepted. Null: no filter. */
export const filterOf = (text: string) => (text === '' ? null : (JSON.parse(text) as PlainFilter))

/** Whether the rules of a stored filter are still those of this version: an option may be gone. */
export const isReadable = (filter: PlainFilter) => filterText.safeParse(filterToText(filter)).success
