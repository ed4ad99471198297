import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { formatCount } from '~/base/components/count'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { TextField } from '~/base/components/field'
import { FormPage, useFormKey } from '~/base/components/form-page'
import { capitalised } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import { SelectField } from '~/base/components/other-fields'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  refuseForm,
} from '~/base/forms/form.server'
import { nameLength } from '~/base/forms/lengths'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { log } from '~/base/node/log.server'
import { fullName } from '~/people/buds/bud'
import { ruleText } from '~/people/buds/bud-filter'
import { filterOf, filterText, isReadable } from '~/people/buds/bud-filter.server'
import { budCount } from '~/people/buds/bud-links'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { type BudSearch, budSearch, listBuds } from '~/people/buds/buds.server'
import { draftOf, draftParameters } from '~/people/buds/filter-draft'
import { filterChoices, namesOf } from '~/people/lists/filter-choices.server'
import { smartListLabels as labels, smartListPath } from '~/people/lists/smart-list'
import { type SmartListInput, smartListInput } from '~/people/lists/smart-list-input.server'
import { createSmartList, readSmartList, updateSmartList } from '~/people/lists/smart-lists.server'
import '~/people/lists/lists.css'

/** The screens AddList and EditList/{id}. Only the second has `params.id`. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'Add'} list · Budkeeper` },
]

const listPath = '/dashboard'

/** How many buds of a list its form shows. */
const shownBuds = 8

/** `filter` and `sort` of the query are those of the list of buds, which the list gets. */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = new URL(call.request.url).searchParams
  const given = filterText.safeParse(query.get('filter') ?? '').data ?? ''
  const { sort } = budSearch.lenient.parse({ sort: query.get('sort') ?? undefined })
  try {
    const stored = call.params.id ? await readSmartList(user._id, call.params.id) : undefined
    const filter = given || (stored?.filter ?? JSON.stringify({ match: 'all', rules: [] }))
    const { match, rules } = filterOf(filter) ?? { match: 'all' as const, rules: [] }
    const nameOf = namesOf(await filterChoices(user._id, rules))
    const build = new URLSearchParams([
      ...(stored ? [['list', stored._id]] : []),
      ...draftParameters(draftOf({ match, rules })),
    ] as [string, string][])
    const list = stored && { ...stored, filter, sort: query.has('sort') ? sort : stored.sort }
    return {
      members: isReadable({ match, rules }) && (await membersOf(user._id, list ?? { filter, sort })),
      list,
      newId: uuid(),
      filter,
      sort,
      sorts: budSearch.filters.find(({ name }) => name === 'sort')?.options ?? [],
      match,
      words: rules.map((rule) => ruleText(rule, nameOf)),
      build: `/dashboard?${build}`,
    }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error)
  }
}

/** The form also opens if they cannot be found: it mends the filter. */
async function membersOf(ownerId: string, shown: Pick<BudSearch, 'filter' | 'sort'>) {
  try {
    return await listBuds(ownerId, { ...budSearch.lenient.parse({}), ...shown, limit: shownBuds })
  } catch (error) {
    log.error({ err: error }, 'members of a list not shown')
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, smartListInput)
  const id = editedId(submission, call.params.id)
  if (submission.status !== 'success') return invalidForm(submission)
  const { value } = submission
  try {
    const { changeId, ...list } = id
      ? await updateSmartList(user._id, id, value, expectedVersion(submission))
      : await createSmartList(user._id, value, idOfNewRecord(submission))
    return redirectWithUndo(smartListPath(list), `List ${id ? 'edited' : 'added'} successfully`, changeId)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

/** 'Newest first' for `newestFirst`. Others, such as 'A-Z', are words already. */
const sortLabel = (sort: string) =>
  /^[a-z]/.test(sort) ? capitalised(sort.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)) : sort

export default function ListEditor() {
  return <ListForm key={useFormKey()} />
}

function ListForm() {
  const { list, newId, filter, sort, sorts, match, words, build, members } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { deleteButton, item, close } = useDeleteDialog(list ? [list] : [])
  const [form, fields] = useForm<SmartListInput>({
    id: 'list',
    lastResult: actionData?.result,
    defaultValue: list ?? { filter, sort },
  })
  return (
    <>
      <FormPage
        form={form}
        title={list ? 'Edit list' : 'Add list'}
        help="A list shows everyone who meets its rules, always up to date. You find it in the menu, below Buds."
        actionData={actionData}
        labels={labels}
        newId={newId}
        version={list?.version}
        back={list ? smartListPath(list) : listPath}
        submit={{
          children: list && (
            <button type="submit" className="button bare" {...deleteButton} name="delete" value={list._id}>
              Delete
            </button>
          ),
        }}
      >
        <section className="card form-section">
          <TextField
            label={labels.name}
            field={fields.name}
            maxLength={nameLength}
            required
            autoFocus={!list}
          />
          <SelectField
            label={labels.sort}
            field={fields.sort}
            options={sorts.map((value) => ({ value, label: sortLabel(value) }))}
          />
          <input type="hidden" name="filter" value={filter} />
          <div className="wide list-rules">
            <h2>{match === 'all' ? 'All of these rules' : 'Any of these rules'}</h2>
            <ul className="chips">
              {words.map((text) => (
                <li key={text}>{text}</li>
              ))}
              {words.length === 0 && <li>Everybody</li>}
            </ul>
            <Link to={build}>Change filter</Link>
          </div>
        </section>
        {members && <Members {...members} />}
      </FormPage>
      <DeleteDialog name={item?.name} action={`/dashboard/DeleteList/${list?._id}`} onClose={close} />
    </>
  )
}

type Shown = Exclude<SerializeFrom<typeof loader>['members'], false | undefined>

/** The first buds of the list. */
function Members({ buds, totalBuds }: Shown) {
  return (
    <section className="card list-members" aria-labelledby="list-members">
      <h2 id="list-members">Who is in it</h2>
      <p className="help">{totalBuds === 0 ? 'Nobody meets the rules so far.' : budCount(totalBuds)}</p>
      {totalBuds > 0 && (
        <ul>
          {buds.map((bud) => (
            <li key={bud._id}>
              <BudPortrait bud={bud} size="small" />
              {fullName(bud) || 'Name unknown'}
            </li>
          ))}
          {totalBuds > buds.length && (
            <li className="help">and {formatCount(totalBuds - buds.length)} more</li>
          )}
        </ul>
      )}
    </section>
  )
}
