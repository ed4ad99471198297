import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { isDemoAccount } from '~/account/users/user'
import { EmptyState } from '~/base/components/empty-state'
import { FoldedRest } from '~/base/components/folded-rest'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ActionToast, inPlaceField } from '~/base/components/toasts'
import { readFormFields } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithUndo, undoPath } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { longDay } from '~/events/calendar/calendar-days'
import { withAnswers } from '~/events/guests/guests.server'
import { heldOf } from '~/integrations/devices/held-deletions.server'
import { HeldNotice } from '~/integrations/devices/held-notice'
import { exampleOnScreens } from '~/jobs/example.server'
import { budLink } from '~/people/buds/first-bud'
import { WaitingNotice } from '~/people/proposals/waiting-notice'
import { DateSection, EventSection, HappeningToday } from '~/planning/today/coming-up'
import { handleContactIntent } from '~/planning/today/contact-intents.server'
import { ExampleNote, LookAtExample } from '~/planning/today/example'
import { FirstStepList } from '~/planning/today/first-steps'
import { type InPlaceResult, OverdueRow, todayPath } from '~/planning/today/overdue-row'
import { snoozesFrom } from '~/planning/today/snoozes'
import { loadToday } from '~/planning/today/today.server'
import '~/planning/today/today.css'

export const meta: MetaFunction = () => [{ title: 'Today · Budkeeper' }]

/** The others are folded, so that this week is near. */
const firstOverdue = 4

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const [{ overdue, events, hasHeld, ...others }, example] = await Promise.all([
    loadToday(user._id),
    exampleOnScreens(user),
  ])
  const held = hasHeld ? await heldOf(user._id) : []
  return {
    overdue: overdue.map((bud, index) => ({ ...bud, newId: uuid(), isFirst: index < firstOverdue })),
    ...others,
    example,
    held: held.map(({ device, records }) => ({ ...device, records: records.length })),
    // Those of the example are not the user's.
    firstSteps: example ? null : others.firstSteps,
    isDemo: isDemoAccount(user),
    events: await withAnswers(user._id, events),
    snoozes: snoozesFrom(others.today),
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readFormFields(call.request)
  const isInPlace = form.has(inPlaceField)
  try {
    const { message, changeId } = await handleContactIntent(user._id, String(form.get('bud')), form)
    if (!isInPlace) return redirectWithUndo(todayPath, message, changeId)
    const undo = changeId && undoPath(changeId)
    return data<InPlaceResult>({ toast: { type: 'success', message, undo } })
  } catch (error) {
    const note = String(form.get('note') ?? '')
    if (!isInPlace && note && error instanceof UserError)
      return data({ unlogged: { bud: String(form.get('bud')), note, msg: error.msg } }, error.status)
    if (!isInPlace || !(error instanceof UserError)) return redirectWithFailure(call, todayPath, error)
    return data<InPlaceResult>({ toast: { type: 'error', message: error.msg } }, error.status)
  }
}

/** The response to a button of a row has all that changes. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.has(inPlaceField) ? false : defaultShouldRevalidate
}

type Loaded = SerializeFrom<typeof loader>

/** Who to get in touch with, and what is coming up (product 18.5). */
export default function Today() {
  const loaded = useLoaderData<typeof loader>()
  const { today, dates } = loaded
  const events = loaded.events.filter(({ endDate }) => endDate >= today)
  const answer = useActionData<typeof action>()
  const unlogged = answer && 'unlogged' in answer ? answer.unlogged : undefined
  const { overdue, total, hide } = useOverdue(loaded)
  const isEmpty = total + dates.length + loaded.events.length === 0
  return (
    <div className="today">
      <header>
        <div>
          <h1 tabIndex={-1}>Today</h1>
          <p className="today-date">{longDay(today)}</p>
        </div>
        <Link className="button quiet" to="/dashboard/LogInteraction" prefetch="intent">
          <Icon name="plus" />
          Log interaction
        </Link>
      </header>
      <HappeningToday {...loaded} />
      <ActionToast actionData={unlogged} />
      <HeldNotice held={loaded.held} />
      <WaitingNotice count={loaded.totalProposals} />
      <ExampleNote undo={loaded.example} />
      <FirstStepList done={loaded.firstSteps} />
      {isEmpty ? (
        <EmptyState
          sentence="Who would you like to hear from more often? Set 'Keep in touch' on a bud or a circle, and they appear here when it is time, with birthdays and this week's events."
          link={{ ...budLink(loaded.hasBuds), isMain: true }}
          after={!loaded.hasBuds && !loaded.isDemo && !loaded.example && <LookAtExample />}
        />
      ) : (
        <div className="today-columns">
          <OverdueSection {...loaded} overdue={overdue} total={total} hide={hide} unlogged={unlogged} />
          <div>
            {events.length > 0 && <EventSection events={events} now={loaded.now} />}
            <DateSection dates={dates} today={today} />
            {events.length === 0 && <EventSection events={events} now={loaded.now} />}
          </div>
        </div>
      )}
    </div>
  )
}

type OverdueProps = Pick<Loaded, 'overdue' | 'snoozes' | 'today'> & {
  total: number
  hide: (id: string) => void
  /** A note that was refused. */
  unlogged: { bud: string; note: string } | undefined
}

function OverdueSection({ overdue, total, snoozes, today, hide, unlogged }: OverdueProps) {
  const first = overdue.filter(({ isFirst }) => isFirst)
  const rest = overdue.filter(({ isFirst }) => !isFirst)
  const row = ({ isFirst: _, ...overdue }: OverdueProps['overdue'][number]) => (
    <OverdueRow
      key={overdue.bud._id}
      {...overdue}
      today={today}
      note={unlogged?.bud === overdue.bud._id ? unlogged.note : undefined}
      snoozes={snoozes}
      onDone={() => hide(overdue.bud._id)}
    />
  )
  return (
    <section className="card" aria-labelledby="overdue">
      <h2 id="overdue">
        Time to get in touch <span className="count">{total > 0 && total}</span>
      </h2>
      {overdue.length === 0 ? (
        <p className="today-note">
          {total > 0
            ? 'These are done. Load the page again for the next ones.'
            : "Nobody is overdue. Set 'Keep in touch' on a bud or a circle, and they appear here when it is time."}
        </p>
      ) : (
        <>
          {first.length > 0 && <ul className="overdue-list">{first.map(row)}</ul>}
          <FoldedRest
            count={rest.length}
            isOpen={first.length === 0 || rest.some(({ bud }) => bud._id === unlogged?.bud)}
          >
            <ul className="overdue-list">{rest.map(row)}</ul>
          </FoldedRest>
        </>
      )}
      {total > overdue.length && overdue.length > 0 && (
        <p className="today-note">and {total - overdue.length} more</p>
      )}
    </section>
  )
}

/** The overdue buds without those that a button has dealt with since they were loaded. */
function useOverdue(loaded: Loaded) {
  const [done, setDone] = useState({ loaded, ids: [] as string[] })
  const ids = done.loaded === loaded ? done.ids : []
  const hide = useCallback(
    (id: string) => setDone((last) => ({ loaded, ids: last.loaded === loaded ? [...last.ids, id] : [id] })),
    [loaded],
  )
  return {
    overdue: loaded.overdue.filter(({ bud }) => !ids.includes(bud._id)),
    total: loaded.totalOverdue - ids.length,
    hide,
  }
}

export function ErrorBoundary() {
  return <ListFailure title="Today" msg="Failed to load Today" retry={todayPath} />
}
