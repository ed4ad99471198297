import { getFormProps, useForm } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { passwordRefused } from '~/account/accounts/own-password.server'
import { RecentPassword } from '~/account/accounts/recent-password'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { isDemoAccount } from '~/account/users/user'
import { AccountField } from '~/base/components/account-field'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ActionToast } from '~/base/components/toasts'
import { readFormFields } from '~/base/forms/form.server'
import { validationError } from '~/base/http/endpoint.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { eventPath } from '~/events/events/event'
import { findEvent } from '~/events/events/events.server'
import { eventTime } from '~/events/guests/event-time'
import { FreshLinks } from '~/events/guests/fresh-links'
import { guestsPath } from '~/events/guests/guest'
import { newLinksInput } from '~/events/guests/guest-input.server'
import { GuestTable } from '~/events/guests/guest-table'
import { GuestTotals } from '~/events/guests/guest-totals'
import { endGuestLinks, listGuests, makeGuestLinks } from '~/events/guests/guests.server'
import '~/events/guests/guests.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Guests${data ? ` of ${data.event.Name}` : ''} · Budkeeper` },
]

const listPath = '/dashboard/allevents'

export async function loader(call: LoaderFunctionArgs) {
  const { user, isRecent } = await requireSession(call)
  const id = call.params.id ?? ''
  try {
    const { _id, Name, Location, startDate, endDate, repeat } = await findEvent(user._id, id)
    // Answers belong to one occurrence, from whose page an event of its own is made.
    if (repeat !== null) return redirect(eventPath(_id))
    const event = { _id, Name, Location, startDate, endDate }
    const guests = await listGuests(user._id, id)
    return { event, host: user.Firstname, isDemo: isDemoAccount(user), isRecent, ...guests }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error)
  }
}

/** New links are in the response itself, because they cannot be read later. */
export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const id = call.params.id ?? ''
  const path = `${guestsPath}/${id}`
  const form = await readFormFields(call.request)
  try {
    const isEnd = form.get('intent') === 'end'
    const password = isEnd ? undefined : (form.get('password') ?? undefined)
    const { data: input, error } = newLinksInput.safeParse({
      selectedBuds: form.getAll('selectedBuds'),
      password,
    })
    if (error) throw validationError(error)
    if (isEnd) {
      await endGuestLinks(user._id, id, input)
      return redirectWithSuccess(path, 'Links ended successfully')
    }
    const { links } = await makeGuestLinks(call, user, async () => id, input)
    return data({ links, msg: 'Links made successfully', type: 'success' as const }, 201)
  } catch (error) {
    const result = passwordRefused(error)
    if (!result) return redirectWithFailure(call, path, error)
    return data({ result, chosen: form.getAll('selectedBuds').map(String), msg: '' }, 401)
  }
}

/** Who comes, who brings whom and who eats what; and the links that ask them (product 21.3). */
export default function EventGuests() {
  const { event, host, isDemo, isRecent, guests, totals } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const links = actionData && 'links' in actionData ? actionData.links : undefined
  const refused = actionData && 'result' in actionData ? actionData : undefined
  const [form, fields] = useForm<{ password?: string }>({ id: 'guests', lastResult: refused?.result })
  const isBusy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (links) document.getElementById('fresh-links')?.focus()
  }, [links])
  return (
    <div className="event-guests">
      <ActionToast actionData={actionData} />
      <header>
        <div>
          <h1>Guests of {event.Name}</h1>
          <p className="help">
            <time dateTime={event.startDate}>{eventTime(event.startDate, event.endDate)}</time>,{' '}
            {event.Location}
          </p>
        </div>
        <Link className="button quiet" to={`/dashboard/Event/${event._id}`} prefetch="intent">
          See the event
        </Link>
      </header>
      {guests.length === 0 ? (
        <EmptyState
          sentence="Nobody attends this event yet. Choose who comes, then ask them with a link."
          link={{ label: 'Choose attendees', to: `/dashboard/EditEvent/${event._id}` }}
        />
      ) : (
        <>
          {links && <FreshLinks links={links} event={event} host={host} />}
          <GuestTotals totals={totals} guests={guests} />
          <Form method="post" className="guest-form" {...getFormProps(form)}>
            <AccountField />
            <p className="help">
              A guest answers by a personal link, without an account. They see the event and your first name,
              never the other guests. You send the link yourself.
            </p>
            <GuestTable guests={guests} chosen={refused?.chosen} isReadOnly={isDemo} />
            {isDemo ? (
              <p className="notice">
                The demo account cannot make links. <Link to="/register">Register</Link> to invite people of
                your own.
              </p>
            ) : (
              <>
                <RecentPassword field={fields.password} isRecent={isRecent} required={false} />
                <div className="guest-buttons">
                  <button type="submit" className="button" name="intent" value="make" disabled={isBusy}>
                    Make links
                  </button>
                  <button type="submit" className="button quiet" name="intent" value="end" disabled={isBusy}>
                    End links
                  </button>
                  <p className="help">
                    For those that are chosen. A new link ends the one before; the answers stay.
                  </p>
                </div>
              </>
            )}
          </Form>
        </>
      )}
    </div>
  )
}
