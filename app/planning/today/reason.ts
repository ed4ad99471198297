import { months } from '~/people/buds/contact-lines'
import { kindName } from '~/people/interactions/interaction'

/** The last contact of a bud: an event, or an interaction with its kind and note. */
export type LastContact = { event: string | null; kind: string | null; note: string | null }

const titleLength = 80

type Due = { cadenceDays: number; lastContactOn: string | null }

/** Why a bud is due, such as "every 30 days, last on 3 March: Ada's lunch". Days are `YYYY-MM-DD`. */
export function reasonOf({ last, ...due }: Due & { last: LastContact }, today: string) {
  const reason = shortReasonOf(due, today)
  return due.lastContactOn ? `${reason}: ${titleOfContact(last)}` : reason
}

/** The reason without what the last contact was, such as 'every 30 days, last on 3 March'. */
export function shortReasonOf({ cadenceDays, lastContactOn }: Due, today: string) {
  const every = cadenceDays === 1 ? 'every day' : `every ${cadenceDays} days`
  return lastContactOn ? `${every}, last on ${shortDay(lastContactOn, today)}` : `${every}, not in touch yet`
}

/** The name of the event, or the first line of the note, or the kind of the interaction. */
export function titleOfContact({ event, kind, note }: LastContact) {
  const [line = ''] = (note ?? '').split('\n')
  const title = event ?? (line || kindName(kind ?? 'other'))
  return title.length > titleLength ? `${title.slice(0, titleLength).trimEnd()}...` : title
}

/** `3 March`, with the year if it is not that of today. */
export function shortDay(day: string, today: string) {
  const [year, month, date] = day.split('-').map(Number)
  const text = `${date} ${months[(month ?? 1) - 1]}`
  return year === Number(today.slice(0, 4)) ? text : `${text} ${year}`
}
