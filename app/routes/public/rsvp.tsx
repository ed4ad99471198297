import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { endedGuestLink, linkNotFound, openLink } from '~/account/accounts/open-link.server'
import { answerPolicy, throttleClient } from '~/account/accounts/throttle.server'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import type { Handle } from '~/base/http/handle'
import { LinkPage } from '~/base/links/link-page'
import { AnswerForm } from '~/events/guests/answer-form'
import { EventFacts } from '~/events/guests/event-facts'
import { answerLabels, answerNames, type GuestAnswer } from '~/events/guests/guest'
import { answerInput } from '~/events/guests/guest-input.server'
import { answerInvitation, findInvitation } from '~/events/guests/invitations.server'
import '~/events/guests/invitation.css'

export const handle: Handle = { hydrate: false }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.event.Name ?? 'Invitation'} · Budkeeper` },
  { name: 'robots', content: 'noindex' },
]

/** Returns only what the page shows. A GET changes nothing, because mail scanners follow links. */
export async function loader(call: LoaderFunctionArgs) {
  const { event, host, guest, answer, isOpen } = await openInvitation(call)
  const { answeredAt: _, ...given } = answer
  return {
    event,
    host,
    guest: guest.Firstname,
    answer: given,
    isOpen,
    calendarPath: `${pathOf(call)}/event.ics`,
  }
}

const openInvitation = (call: LoaderFunctionArgs) =>
  openLink(call, () => findInvitation(call.params.token ?? ''), endedGuestLink)

export async function action(call: ActionFunctionArgs) {
  await openInvitation(call)
  const submission = await parseForm(call.request, answerInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await throttleClient(call, 'answer', answerPolicy)
    if (!(await answerInvitation(call.params.token ?? '', submission.value))) linkNotFound(endedGuestLink)
  } catch (error) {
    if (error instanceof Response) throw error
    return refuseForm(call, submission, error)
  }
  return redirect(pathOf(call), 303)
}

const pathOf = ({ params }: LoaderFunctionArgs) => `/rsvp/${params.token}`

/** Passes on the `Retry-After` of the throttle. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

/** What a guest sees, without an account and without a script (product 21.3). */
export default function Rsvp() {
  const { event, host, guest, answer, isOpen, calendarPath } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <LinkPage
      title={event.Name}
      intro={`Hello ${guest}, ${host} invites you. Only ${host} sees your answer.`}
    >
      <div className="invitation">
        <EventFacts event={event} calendarPath={calendarPath} />
        {answer.answer && <Given {...answer} />}
        {isOpen ? (
          <ChangeLater isLater={answer.answer !== null} isRefused={actionData !== undefined}>
            <AnswerForm answer={answer} result={actionData?.result} />
          </ChangeLater>
        ) : (
          <p className="notice" role="status">
            {actionData?.msg ?? 'The event has started, so answers cannot be changed any more.'}
          </p>
        )}
      </div>
    </LinkPage>
  )
}

type ChangeProps = { isLater: boolean; isRefused: boolean; children: ReactNode }

/** Whoever has answered sees the form after a press on 'Change', or again if it was refused. */
function ChangeLater({ isLater, isRefused, children }: ChangeProps) {
  if (!isLater) return children
  return (
    <details className="change" open={isRefused}>
      <summary className="button quiet">Change</summary>
      {children}
    </details>
  )
}

function Given({ answer, guests, diet, note }: GuestAnswer) {
  const facts = [
    { label: answerLabels.answer, value: answer && answerNames[answer] },
    { label: answerLabels.guests, value: guests > 0 ? String(guests) : '' },
    { label: answerLabels.diet, value: diet.join(', ') },
    { label: answerLabels.note, value: note },
  ]
  return (
    <section className="given" role="status" aria-labelledby="given">
      <h2 id="given">Thank you for your answer</h2>
      <dl>
        {facts.map(
          ({ label, value }) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
