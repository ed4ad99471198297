import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { v7 as uuid } from 'uuid'
import { passwordRefused } from '~/account/accounts/own-password.server'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import type { User } from '~/account/users/user'
import { AccountField } from '~/base/components/account-field'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { EmptyState } from '~/base/components/empty-state'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { readFormFields } from '~/base/forms/form.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { type Answer, answerNames } from '~/events/guests/guest'
import { fullName, initials } from '~/people/buds/bud'
import { BudContact } from '~/people/buds/bud-contact'
import { AskForUpdate } from '~/people/proposals/ask-for-update'
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
  try {
    const { page } = timelineQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
    const loaded = await loadBudPage(user._id, call.params.id ?? '', page)
    return { ...loaded, isRecent, snoozes: snoozesFrom(loaded.today), newId: uuid() }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const path = `/dashboard/Bud/${id}`
  const form = await readFormFields(call.request)
  try {
    if (form.get('intent') === 'update-link') return await askForUpdate(call, user, id, form)
    const { message, changeId } = await handleContactIntent(user._id, id, form)
    return redirectWithUndo(path, message, changeId)
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
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

/** One person at a glance: who they are, how to reach them, what matters to them, what comes next (product 3.5). */
export default function BudScreen() {
  const {
    bud,
    today,
    dates,
    circles,
    nextEvents,
    contact,
    timeline,
    snoozes,
    newId,
    totalProposals,
    isRecent,
  } = useLoaderData<typeof loader>()
  const asked = useActionData<typeof action>()
  const { deleteButton, item, close } = useDeleteDialog([bud])
  const name = fullName(bud)
  const work = [bud.Occupation, bud.OccupationLocation].filter(Boolean).join(', ')
  const facts = [
    { label: 'Hobbies', values: bud.hobbies },
    { label: 'Preferences', values: bud.preferences },
    { label: 'Industry', values: bud.industry },
    { label: 'How you met', values: bud.origination },
  ].filter(({ values }) => values.length > 0)
  const isReachable = [bud.emails, bud.phones, bud.addresses, bud.links].some(({ length }) => length > 0)
  const isEmpty =
    !isReachable &&
    [dates, circles, nextEvents, timeline.items, facts, bud.customFields].every(
      ({ length }) => length === 0,
    ) &&
    !bud.dueOn &&
    !bud.notes &&
    !bud.LastInteraction
  const editPath = `/dashboard/EditBud/${bud._id}`
  return (
    <article className="bud-page">
      <header>
        {bud.photo ? (
          <img className="badge" src={bud.photo} alt="" width="112" height="112" />
        ) : (
          <span className={`badge ${bud.Budtype}`} aria-hidden="true">
            {initials(bud)}
          </span>
        )}
        <div className="who">
          <h1 tabIndex={-1}>{name}</h1>
          {bud.Nickname && <p className="alias">"{bud.Nickname}"</p>}
          {work && (
            <p>
              <Icon name="briefcase" />
              {work}
            </p>
          )}
          {bud.Location && (
            <p>
              <Icon name="pin" />
              {bud.Location}
            </p>
          )}
          <span className={`tag ${bud.Budtype}`}>{bud.Budtype}</span>
        </div>
        <div className="bud-actions">
          <Form method="post">
            <AccountField />
            <input type="hidden" name="_id" value={newId} />
            <button type="submit" className="button" name="intent" value="log">
              Log contact
            </button>
          </Form>
          <Link className="button quiet" to={editPath} prefetch="intent">
            Edit
          </Link>
          <Link className="button bare" to={`/dashboard/history?of=${bud._id}`}>
            History
          </Link>
          <Link className="button bare" to={`/dashboard/merge?a=${bud._id}`}>
            Merge with …
          </Link>
          <button type="submit" className="button bare" {...deleteButton} name="delete" value={bud._id}>
            Delete
          </button>
        </div>
      </header>

      <WaitingNotice count={totalProposals} />

      {isEmpty && (
        <EmptyState
          sentence={`Nothing else is noted about ${bud.Firstname} yet. Add how to reach them, their birthday, what they like.`}
          link={{ label: 'Add details', to: editPath }}
        />
      )}

      <div className="bud-sections">
        <KeepInTouch {...{ bud, today, contact, circles, snoozes, editPath }} />
        {isReachable && <BudContact bud={bud} />}
        {dates.length > 0 && (
          <Section title="Dates">
            <dl>
              {dates.map(({ label, text, next }) => (
                <div key={label + text}>
                  <dt>{label}</dt>
                  <dd>
                    {text} <small>{next}</small>
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        )}
        {nextEvents.length > 0 && (
          <Section title="Coming up">
            <EventList events={nextEvents} />
          </Section>
        )}
        {circles.length > 0 && (
          <Section title="In your circles">
            <ul className="chips">
              {circles.map(({ _id, Name }) => (
                <li key={_id}>
                  <Link to={`/dashboard/EditCircle/${_id}`} discover="none">
                    {Name}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {facts.length > 0 && (
          <Section title="What matters to them">
            {facts.map(({ label, values }) => (
              <div key={label} className="fact">
                <h3>{label}</h3>
                <ul className="chips">
                  {values.map((value) => (
                    <li key={value}>{value}</li>
                  ))}
                </ul>
              </div>
            ))}
          </Section>
        )}
        {bud.customFields.length > 0 && (
          <Section title="More">
            <dl>
              {bud.customFields.map(({ name, value }, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two custom fields may have the same name
                <div key={n}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Section>
        )}
        {bud.notes && (
          <Section title="Notes">
            <p className="text">{bud.notes}</p>
          </Section>
        )}
        {bud.LastInteraction && (
          <Section title="Last interaction">
            <p className="text">{bud.LastInteraction}</p>
          </Section>
        )}
        <AskForUpdate key={bud._id} name={bud.Firstname} isRecent={isRecent} {...asked} />
      </div>
      <Timeline budId={bud._id} today={today} {...timeline} />
      <DeleteDialog name={item && name} action={`/dashboard/DeleteBud/${bud._id}`} onClose={close} />
    </article>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type EventListProps = {
  events: { _id: string; Name: string; Location: string; startDate: string; answer: Answer | null }[]
}

function EventList({ events }: EventListProps) {
  return (
    <ul className="bud-events">
      {events.map(({ _id, Name, Location, startDate, answer }) => (
        <li key={_id}>
          <Link to={`/dashboard/EditEvent/${_id}`} discover="none">
            {Name}
          </Link>
          <p>
            <time dateTime={startDate}>{startDate.replace('T', ' ')}</time> {Location}
            {answer && ` · Answer: ${answerNames[answer]}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
