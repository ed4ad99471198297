import type { EventInput } from '~/events/events/event-input.server'
import type { BudInput } from '~/people/buds/bud-input.server'
import { createClient } from '../../support/client'
import { createBud, createEvent, signedIn } from '../../support/factories'

/** A picnic of Ada's with attendees, and their links. */
export async function invited(
  event: Partial<EventInput> = {},
  guests: Partial<BudInput>[] = [{ Firstname: 'Cem', Surname: 'Kaya' }],
) {
  const user = await signedIn()
  const buds = []
  for (const guest of guests) buds.push(await createBud(user.user, guest))
  const selectedBuds = buds.map(({ _id }) => _id)
  const { _id } = await createEvent(user.user, {
    Name: 'Picnic',
    Location: 'Victoria Park',
    Description: 'Bring a blanket.\nAnd a hat.',
    startDate: '2099-05-02T12:00',
    ...event,
    selectedBuds,
  })
  const api = `/api/v1/events/${_id}/guests`
  const { body } = await user.post(api, {})
  const urls: string[] = body.links.map(({ url }: { url: string }) => url)
  const paths = urls.map((url) => new URL(url).pathname)
  return { user, buds, eventId: _id, api, paths, path: paths[0] ?? '' }
}

export const yes = { answer: 'yes', guests: '2', diet: 'Vegan', note: 'I come by train' }

type Fields = string[][] | Record<string, string>

/** Answers as a guest without a session. */
export const answer = (path: string, fields: Fields = yes) =>
  createClient().submit(path, fields as Record<string, string>)
