import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { passwordRefused } from '~/account/accounts/own-password.server'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import type { User } from '~/account/users/user'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { partIn, partOf, useEditedPart } from '~/base/components/edited-part'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { preparedBy } from '~/base/components/on-demand'
import { handleRowIntents } from '~/base/components/row-intents.server'
import { assertNotRefused, readTypedForm } from '~/base/forms/form.server'
import { storePart } from '~/base/forms/part.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { type Answer, answerNames } from '~/events/guests/guest'
import { useListBeside } from '~/people/buds/beside-list'
import { fullName } from '~/people/buds/bud'
import { BudContact } from '~/people/buds/bud-contact'
import { BudHeader, editPathOf } from '~/people/buds/bud-header'
import { budFormLimit, budFormOf } from '~/people/buds/bud-input.server'
import type { BudList } from '~/people/buds/bud-list'
import { BudPartForm } from '~/people/buds/bud-part-form'
import { type BudPart, budParts } from '~/people/buds/bud-parts'
import { withPicture } from '~/people/buds/bud-photos.server'
import {
  AddToBud,
  CircleSection,
  CustomFieldSection,
  DateSection,
  FactSection,
  isEmpty,
  type Place,
  TextSection,
} from '~/people/buds/bud-sections'
import { updateBud } from '~/people/buds/buds.server'
import { budRowKinds } from '~/people/buds/custom-fields'
import { phoneLink } from '~/people/buds/phone-numbers'
import { BudCirclesForm } from '~/people/circles/bud-circles'
import { changeCirclesOfBud, circleChoices, circlesOfBud } from '~/people/circles/circles-of-bud.server'
import { resultOf } from '~/people/find/find'
import { useRecent } from '~/people/find/recent'
import { AskForUpdate, UpdateLink } from '~/people/proposals/ask-for-update'
import { updateLinkInput } from '~/people/proposals/proposal-input.server'
import { makeUpdateLink } from '~/people/proposals/update-links.server'
import { WaitingNotice } from '~/people/proposals/waiting-notice'
import { loadBudPage } from '~/planning/today/bud-page.server'
import { handleContactIntent } from '~/planning/today/contact-intents.server'
import { KeepInTouch } from '~/planning/today/keep-in-touch'
import { snoozesFrom } from '~/planning/today/snoozes'
import { Timeline } from '~/planning/today/timeline'
import { timelineQuery } from '~/planning/today/timeline.server'
import '~/people/buds/bud-page.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? fullName(data.bud) : 'Bud'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const { user, isRecent } = await requireSession(call)
  await Promise.all([BudPartForm.prepare(), BudCirclesForm.prepare(), UpdateLink.prepare()])
  const url = new URL(call.request.url)
  try {
    const { page } = timelineQuery.lenient.parse(Object.fromEntries(url.searchParams))
    const loaded = await loadBudPage(user._id, call.params.id ?? '', page)
    const choices = partOf(url) === 'circles' ? await circleChoices(user._id) : []
    return {
      ...loaded,
      choices,
      phoneLinks: loaded.bud.phones.map(({ value }) => phoneLink(value)),
      isRecent,
      snoozes: snoozesFrom(loaded.today),
      newId: uuid(),
      noteId: uuid(),
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readTypedForm(call.request, budFormLimit)
  const part = partIn(pageParts, form.get('edit'))
  if (part === 'circles') return editCircles(call, user, form)
  if (part) return editPart(call, user, part, form)
  await assertNotRefused(call.request, form)
  const path = pathOf(call)
  try {
    if (form.get('intent') === 'update-link') return await askForUpdate(call, user, id, form)
    const { message, changeId } = await handleContactIntent(user._id, id, form)
    return redirectWithUndo(path, message, changeId)
  } catch (error) {
    const note = form.get('note')
    if (note && error instanceof UserError)
      return data({ unlogged: { note: String(note), msg: error.msg } }, error.status)
    return redirectWithFailure(call, path, error)
  }
}

const pageParts = { ...budParts, circles: [] }
type Part = keyof typeof pageParts

/** The screen at its page of the timeline, with the form in place that is open beside what was stored, which may be typed in. */
function pathOf({ params, request }: Pick<ActionFunctionArgs, 'params' | 'request'>, stored?: Part) {
  const url = new URL(request.url)
  const [edited, page] = [partIn(pageParts, partOf(url)), url.searchParams.get('page')]
  const query = new URLSearchParams({
    ...(page && { page }),
    ...(edited && edited !== stored && { edit: edited }),
  })
  return `/dashboard/Bud/${params.id}${query.size > 0 ? `?${query}` : ''}`
}

async function editPart(call: ActionFunctionArgs, user: User, part: BudPart, form: FormData) {
  const { id = '' } = call.params
  const { returned, redirect } = await storePart(call, form, {
    schema: budFormOf(budParts[part]),
    answerIntent: (submission) => handleRowIntents(budRowKinds, submission),
    store: async (input, expected) => updateBud(user._id, id, await withPicture(user._id, input), expected),
    path: pathOf(call, part),
    message: 'Bud edited successfully',
  })
  return returned ?? redirect
}

async function editCircles(call: ActionFunctionArgs, user: User, form: FormData) {
  const { returned, redirect } = await storePart(call, form, {
    schema: circlesOfBud,
    answerIntent: () => undefined,
    store: (input) => changeCirclesOfBud(user._id, call.params.id ?? '', input),
    path: pathOf(call, 'circles'),
    message: 'Bud edited successfully',
  })
  return returned ?? redirect
}

/** The response has the URL, which is shown once: the database has only a hash of its token. */
async function askForUpdate(call: Call, user: User, id: string, form: FormData) {
  const show = form.get('show') === 'true'
  try {
    const input = updateLinkInput.parse({ show, password: form.get('password') ?? undefined })
    return data({ link: await makeUpdateLink(call, user, id, input) }, 201)
  } catch (error) {
    const result = passwordRefused(error)
    if (!result) throw error
    return data({ refused: { result, show } }, 401)
  }
}

/** Only the wide window of a reader who came from a list loads its code. The page goes on without it. */
function ListBeside(props: ComponentProps<typeof BudList>) {
  const [loaded, setLoaded] = useState<{ List: typeof BudList }>()
  useEffect(() => {
    import('~/people/buds/bud-list').then(
      ({ BudList: List }) => setLoaded({ List }),
      () => undefined,
    )
  }, [])
  return loaded ? <loaded.List {...props} /> : null
}

/** One person at a glance: who they are, how to reach them, what matters to them, what comes next (product 3.5). */
export default function BudScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { bud } = loaded
  const asked = useActionData<typeof action>()
  const edited = useEditedPart()
  const beside = useListBeside()
  useRecent(resultOf(bud))
  const { deleteButton, item, close } = useDeleteDialog([bud])
  const place: Place = { bud, actionData: asked && 'result' in asked ? asked : undefined }
  return (
    <>
      <div className={beside && 'beside-list'}>
        {beside && <ListBeside beside={beside} current={bud._id} today={loaded.today} />}
        <article className="bud-page" {...preparedBy(BudPartForm)}>
          <BudHeader
            newId={loaded.newId}
            phoneLinks={loaded.phoneLinks}
            deleteButton={deleteButton}
            place={place}
          />
          <WaitingNotice count={loaded.totalProposals} />
          <AddToBud bud={bud} circles={loaded.circles} />
          {!edited &&
            isEmpty(bud, [loaded.dates, loaded.circles, loaded.nextEvents, loaded.timeline.items]) && (
              <EmptyState
                sentence={`Nothing else is noted about ${bud.Firstname} yet. Add how to reach them, their birthday, what they like.`}
                link={{ label: 'Add details', to: editPathOf(bud) }}
              />
            )}
          <BudColumns loaded={loaded} asked={asked} place={place} />
        </article>
      </div>
      <DeleteDialog name={item && fullName(bud)} action={`/dashboard/DeleteBud/${bud._id}`} onClose={close} />
    </>
  )
}

type ColumnsProps = {
  loaded: SerializeFrom<typeof loader>
  asked: SerializeFrom<typeof action> | undefined
  place: Place
}

function BudColumns({ loaded, asked, place }: ColumnsProps) {
  const { bud, today, dates, circles, nextEvents, contact, timeline } = loaded
  return (
    <div className="bud-columns">
      <div className="bud-sections">
        <KeepInTouch
          bud={bud}
          today={today}
          contact={contact}
          circles={circles}
          snoozes={loaded.snoozes}
          place={place}
        />
        <BudContact place={place} phoneLinks={loaded.phoneLinks} />
        <DateSection dates={dates} place={place} />
        {nextEvents.length > 0 && (
          <section className="card">
            <h2>Coming up</h2>
            <EventList events={nextEvents} today={today} />
          </section>
        )}
      </div>
      <Timeline
        budId={bud._id}
        today={today}
        {...timeline}
        newId={loaded.noteId}
        unlogged={asked && 'unlogged' in asked ? asked.unlogged : undefined}
      />
      <div className="bud-sections">
        <TextSection part="notes" title="Notes" text={bud.notes} place={place} />
        <TextSection
          part="last-interaction"
          title="Last interaction"
          text={bud.LastInteraction}
          place={place}
        />
        <FactSection place={place} />
        <CircleSection
          circles={circles}
          form={
            <BudCirclesForm
              key={bud._id}
              circles={circles}
              choices={loaded.choices}
              actionData={place.actionData}
            />
          }
        />
        <CustomFieldSection place={place} />
        <AskForUpdate
          key={bud._id}
          name={bud.Firstname}
          isRecent={loaded.isRecent}
          {...(asked && ('link' in asked || 'refused' in asked) && asked)}
        />
      </div>
    </div>
  )
}

type EventListProps = {
  events: { _id: string; Name: string; Location: string; startDate: string; answer: Answer | null }[]
  today: string
}

function EventList({ events, today }: EventListProps) {
  return (
    <ul className="bud-events">
      {events.map(({ _id, Name, Location, startDate, answer }) => (
        <li key={_id}>
          <Link to={`/dashboard/Event/${_id}`} discover="none">
            {Name}
          </Link>
          <p>
            <time dateTime={startDate}>{shortDateAndTimes({ startDate, endDate: startDate }, today)}</time>{' '}
            {Location}
            {answer && ` · Answer: ${answerNames[answer]}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
