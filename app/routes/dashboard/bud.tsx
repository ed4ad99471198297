import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { partOf, useEditedPart } from '~/base/components/edited-part'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { preparedBy } from '~/base/components/on-demand'
import { redirectWithFailure } from '~/base/http/toast.server'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { eventPath } from '~/events/events/event'
import { answerNames } from '~/events/guests/guest'
import { useListBeside } from '~/people/buds/beside-list'
import { fullName } from '~/people/buds/bud'
import { BudContact } from '~/people/buds/bud-contact'
import { ArchiveButton, BudHeader, editPathOf } from '~/people/buds/bud-header'
import type { BudList } from '~/people/buds/bud-list'
import { BudPartForm } from '~/people/buds/bud-part-form'
import {
  AddToBud,
  CircleSection,
  CustomFieldSection,
  DateSection,
  FactSection,
  isEmpty,
  type Place,
  TagSection,
  TextSection,
} from '~/people/buds/bud-sections'
import { phoneLink } from '~/people/buds/phone-numbers'
import { listTags } from '~/people/buds/tags.server'
import { BudCirclesForm } from '~/people/circles/bud-circles'
import { circleChoices } from '~/people/circles/circles-of-bud.server'
import { resultOf } from '~/people/find/find'
import { useRecent } from '~/people/find/recent'
import { AskForUpdate, UpdateLink } from '~/people/proposals/ask-for-update'
import { WaitingNotice } from '~/people/proposals/waiting-notice'
import { RelationPanel } from '~/people/relations/relation-panel'
import { answerBudForm } from '~/planning/today/bud-forms.server'
import { loadBudPage } from '~/planning/today/bud-page.server'
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
    const part = partOf(url)
    const choices = part === 'circles' ? await circleChoices(user._id) : []
    const tags = part === 'tags' ? await listTags(user._id) : []
    return {
      ...loaded,
      choices,
      tagChoices: tags.map(({ name }) => name),
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
  return answerBudForm(call, await requireUser(call))
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
  const place: Place = {
    bud,
    tagChoices: loaded.tagChoices,
    actionData: asked && 'result' in asked ? asked : undefined,
  }
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
          {bud.archivedAt && <ArchivedNotice />}
          <WaitingNotice count={loaded.totalProposals} />
          <AddToBud bud={bud} circles={loaded.circles} />
          {!edited &&
            isEmpty(bud, [
              loaded.dates,
              loaded.circles,
              loaded.nextEvents,
              loaded.relations,
              loaded.timeline.items,
            ]) && (
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

function ArchivedNotice() {
  return (
    <p className="card">
      Archived: out of lists, reminders and suggestions. <ArchiveButton className="button quiet" isArchived />
    </p>
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
      <div className="bud-story">
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
          <RelationPanel bud={bud} relations={loaded.relations} derived={loaded.derived} />
        </div>
      </div>
      <div className="bud-sections">
        <FactSection place={place} />
        <TagSection place={place} />
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
  events: SerializeFrom<typeof loader>['nextEvents']
  today: string
}

function EventList({ events, today }: EventListProps) {
  return (
    <ul className="bud-events">
      {events.map(({ _id, occurrence, Name, Location, startDate, answer }) => (
        <li key={_id}>
          <Link to={eventPath(_id, occurrence)} discover="none">
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
