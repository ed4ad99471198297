import { redirect } from '@remix-run/node'
import type { Session } from '~/account/accounts/sessions.server'
import { pathWith } from '~/base/forms/list-query'
import type { PlainFilter } from '~/people/buds/bud-filter'
import { filterOf, filterText, filterToText } from '~/people/buds/bud-filter.server'
import {
  afterStep,
  type Draft,
  draftOf,
  draftParameters,
  filterOfDraft,
  type Kept,
  readDraft,
} from '~/people/buds/filter-draft'

const path = '/dashboard'

const noRules: PlainFilter = { match: 'all', rules: [] }

/** A longer filter is not beside those of the form in a URL, which has a limit. The form cannot be left with it then. */
const formerLength = 1_000

/**
 * The filter of the screen: what its form builds, or that of the URL, or of a smart list. `former` is that of the URL, to
 * which the form leads back.
 */
export function chooseFilter(query: URLSearchParams, lists: Session['lists']) {
  const draft = readDraft(query)
  const step = query.get('step')
  const list = lists.find(({ _id }) => _id === query.get('list'))
  const { data: given = '', success: isRead } = filterText.safeParse(query.get('filter') ?? '')
  const former = given.length > formerLength ? '' : given
  if (draft) {
    const built = filterText.safeParse(JSON.stringify(filterOfDraft(draft)))
    if (step !== null) throw redirect(pathAfter(query, step, draft, built.data))
    const error = built.error?.issues[0]?.message
    return { draft, list, filter: built.data ?? '', former, error, isChanged: true }
  }
  const ofList = list && !given ? filterText.safeParse(filterToText(list.filter)).data : ''
  // Such a list would show everybody.
  if (ofList === undefined) throw redirect(`/dashboard/EditList/${list?._id}`)
  const chosen = { list, filter: given || ofList, former, isChanged: given !== '' }
  if (isRead) return { ...chosen, draft, error: undefined }
  return {
    ...chosen,
    draft: draftOf(filterOf(ofList) ?? noRules),
    error: 'The filter of this address cannot be read',
  }
}

/** The URL after a button of the form: the form with a rule more or less, or the list with the filter. */
function pathAfter(query: URLSearchParams, step: string, draft: Draft, filter: string | undefined) {
  const isApplied = step === 'apply' && filter !== undefined
  const isOfForm = (name: string) =>
    /^(build|match|field|step|page|\d+\.)/.test(name) || (isApplied && name === 'filter')
  const kept = [...query].filter(([name]) => !isOfForm(name))
  // A list has its own rules again without a filter.
  const isFilter = draft.rules.length > 0 || query.has('list')
  const next = isApplied
    ? isFilter
      ? [['filter', filter]]
      : []
    : draftParameters(step === 'apply' ? draft : afterStep(draft, step, query.get('field') ?? ''))
  return `${path}?${new URLSearchParams([...kept, ...next])}`
}

type Chosen = ReturnType<typeof chooseFilter>

/** The parameters by which a URL names its smart list. `once` keeps the sort from being remembered for other lists. */
export const listParameters = ({ list }: Chosen): Record<string, string> =>
  list ? { list: list._id, once: 'sort' } : {}

type ListSearch = { values: Record<string, string>; action: string }

/** `change` opens the form of the filter, `clear` shows the buds without it, and `kept` is what the form keeps. */
export function filterLinks({ values, action }: ListSearch, chosen: Chosen, rules: PlainFilter | null) {
  const own = [
    ...new URLSearchParams(action.split('?')[1]),
    ['search', values.search],
    ['Budtype', values.Budtype === 'all' ? '' : values.Budtype],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]))
  const kept: Kept = [
    ...own,
    ...Object.entries(listParameters(chosen)),
    ...pairOf('sort', chosen.list && values.sort),
    ...pairOf('filter', chosen.former),
  ]
  return {
    change: pathWith(path, [...kept, ...draftParameters(draftOf(rules ?? noRules))]),
    clear: pathWith(path, own),
    kept,
  }
}

const pairOf = (name: string, value: string | undefined): Kept => (value ? [[name, value]] : [])
