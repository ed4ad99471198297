import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { EmptyState } from '~/base/components/empty-state'
import { FoldedRest } from '~/base/components/folded-rest'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ActionToast } from '~/base/components/toasts'
import { invalidForm, parseForm } from '~/base/forms/form.server'
import { redirectWithFailure } from '~/base/http/toast.server'
import { budCount } from '~/people/buds/bud-links'
import { asPickerBud } from '~/people/buds/bud-picker'
import {
  addSuggestedBud,
  handlePickerIntent,
  pickerOf,
  readIds,
  withBudPicker,
} from '~/people/buds/bud-picker.server'
import { BudPicker } from '~/people/buds/bud-picker-field'
import { hasBuds } from '~/people/buds/buds.server'
import { InCommon } from '~/people/buds/in-common-list'
import { circleChoices } from '~/people/circles/circles-of-bud.server'
import { Conflicts, SuitsAll } from '~/planning/together/conflict-list'
import { FreeTimes } from '~/planning/together/free-time-list'
import { selectionQuery, togetherPath } from '~/planning/together/together'
import { loadTogether, namedConflicts } from '~/planning/together/together.server'
import { screenSelection, selectionForm } from '~/planning/together/together-input.server'
import { WhoElse } from '~/planning/together/who-else'
import '~/planning/together/together.css'

export const meta: MetaFunction = () => [{ title: 'Together · Budkeeper' }]

/** `buds`, `circle`, `event` or `list` of the query is the selection. */
export async function loader(call: LoaderFunctionArgs) {
  const { user, lists } = await requireSession(call)
  try {
    const selection = screenSelection(new URL(call.request.url).searchParams)
    const { people, ...plan } = await loadTogether(user._id, selection)
    const picker = await pickerOf(user._id, people.map(asPickerBud))
    const isLonely = people.length === 0 && !(await hasBuds(user._id, 2))
    const circles = people.length === 0 ? await circleChoices(user._id) : []
    const ids = people.map(({ _id }) => _id)
    const conflicts = namedConflicts({ people, ...plan })
    return {
      ...plan,
      conflicts,
      picker,
      isLonely,
      circles,
      lists: people.length === 0 ? lists.map(({ _id, name }) => ({ _id, Name: name })) : [],
      query: selectionQuery({ ...selection, buds: ids }),
    }
  } catch (error) {
    throw await redirectWithFailure(call, togetherPath, error)
  }
}

/** Leads to the plan for the submitted buds. */
export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, selectionForm)
  if (addSuggestedBud(submission)) return redirect(planOf(readIds(submission.payload.selectedBuds)))
  const intentResponse = handlePickerIntent(submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  return redirect(planOf(submission.value.selectedBuds))
}

const planOf = (buds: string[]) => `${togetherPath}?${selectionQuery({ buds, circle: null, event: null })}`

/** The others are folded. */
const firstChips = 24

type Loaded = SerializeFrom<typeof loader>

/** What people have in common, what stands against it, and when they are free (product 21.1). */
export default function Together() {
  const loaded = useLoaderData<typeof loader>()
  const isChosen = loaded.picker.selected.length > 0
  return (
    <div className="together">
      <header>
        <div>
          <h1>Together</h1>
          <p className="together-who">{whoOf(loaded)}</p>
        </div>
        {isChosen && (
          <Link className="button" to={`/dashboard/AddEvent?${loaded.query}`}>
            <Icon name="plus" />
            Plan an event
          </Link>
        )}
      </header>
      {!loaded.isLonely && <Chosen key={loaded.query} {...loaded} />}
      {isChosen ? <Plan {...loaded} /> : <Beginnings {...loaded} />}
    </div>
  )
}

/** Before somebody is chosen. */
const Beginnings = ({ isLonely, circles, lists }: Loaded) =>
  isLonely ? (
    <EmptyState sentence={whatToDo} link={{ label: 'Add Bud', to: '/dashboard/AddBud', isMain: true }} />
  ) : (
    <>
      <Chips kind="circle" records={circles} />
      <Chips kind="list" records={lists} />
    </>
  )

const whatToDo =
  "Choose two or more people, and see what they share, what one of them can't have, what suits everybody, and when nobody is at an event."

type ChipsProps = { kind: 'circle' | 'list'; records: Loaded['circles'] }

/** Circles or lists to begin with. */
function Chips({ kind, records }: ChipsProps) {
  if (records.length === 0) return null
  return (
    <section className="card" aria-labelledby={`${kind}-chips`}>
      <h2 id={`${kind}-chips`}>Or begin with a {kind}</h2>
      <ChipList kind={kind} records={records.slice(0, firstChips)} />
      <FoldedRest count={records.length - firstChips}>
        <ChipList kind={kind} records={records.slice(firstChips)} />
      </FoldedRest>
    </section>
  )
}

const ChipList = ({ kind, records }: ChipsProps) => (
  <ul className="chips">
    {records.map(({ _id, Name }) => (
      <li key={_id}>
        <Link to={`${togetherPath}?${kind}=${_id}`} discover="none">
          {Name}
        </Link>
      </li>
    ))}
  </ul>
)

function Plan({ picker, ...plan }: Loaded) {
  return (
    <div className="together-columns">
      <div>
        <FreeTimes {...plan} count={picker.selected.length} />
        <Conflicts conflicts={plan.conflicts} />
        <SuitsAll names={plan.suitsAll} />
      </div>
      <div>
        <section className="card" aria-labelledby="shared">
          <h2 id="shared">What they share</h2>
          <InCommon buds={picker.selected} />
        </section>
        {plan.alsoInvite.length > 0 && (
          <section className="card" aria-labelledby="who-else">
            <h2 id="who-else">Who else?</h2>
            <WhoElse suggestions={plan.alsoInvite} form={formId} />
          </section>
        )}
      </div>
    </div>
  )
}

function whoOf({ title, picker }: Loaded) {
  const n = picker.selected.length
  if (title) return `${title}, ${budCount(n)}`
  return n === 0 ? 'Nobody is chosen yet' : budCount(n)
}

const formId = 'together'

/** The form that chooses the people. */
function Chosen({ picker }: Loaded) {
  const actionData = useActionData<typeof action>()
  const errors = actionData?.result.error?.selectedBuds ?? undefined
  return (
    <Form method="post" id={formId} className="card together-form" preventScrollReset>
      <AccountField />
      {/* Enter activates the first submit button of a form. */}
      <button type="submit" name="intent" value="enter" hidden />
      <ActionToast actionData={errors ? undefined : actionData} />
      <h2>Who comes together</h2>
      {picker.selected.length === 0 && <p className="together-note">{whatToDo}</p>}
      <BudPicker
        field={{ id: 'selectedBuds', errors }}
        picker={actionData?.picker ?? picker}
        hasPanels={false}
      />
      <button type="submit" className="button">
        Show plan
      </button>
    </Form>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Together" msg="Failed to load the plan" retry={togetherPath} />
}
