import type { LoaderFunctionArgs } from '@remix-run/node'
import { openLink } from '~/account/accounts/open-link.server'
import { sha256 } from '~/base/http/secret.server'
import { calendarOfEvent } from '~/data/exports/calendar.server'
import { findInvitation } from '~/events/guests/invitations.server'
import { defaultTimeZone } from '~/planning/reminders/settings'

/** The event of an invitation for the calendar of the guest. Its id does not tell that of the event. */
export async function loader(call: LoaderFunctionArgs) {
  const { eventId, event, timeZone } = await openLink(call, () => findInvitation(call.params.token ?? ''))
  const _id = sha256(eventId).slice(0, 32)
  return new Response(calendarOfEvent({ ...event, _id }, timeZone ?? defaultTimeZone), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="event.ics"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
