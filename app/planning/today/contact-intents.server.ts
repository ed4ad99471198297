import type { z } from 'zod'
import { idempotencyKey } from '~/base/forms/form.server'
import { UserError } from '~/base/node/errors'
import { archiveBud, findBud, unarchiveBud } from '~/people/buds/buds.server'
import { snoozeBud, snoozeInput, stopReminders } from '~/people/buds/snooze.server'
import { kindName } from '~/people/interactions/interaction'
import { logInput } from '~/people/interactions/interaction-input.server'
import { createInteraction } from '~/people/interactions/interactions.server'

/**
 * Handles the buttons Log contact, Call and the like, Snooze, Stop and Remind again of Today and of the bud screen.
 * Resolves to the message and the id of the change set.
 */
export async function handleContactIntent(ownerId: string, budId: string, form: FormData) {
  const intent = form.get('intent')
  if (intent === 'log' || form.has('kind')) {
    const { _id } = await findBud(ownerId, budId)
    const kind = form.get('kind') ?? undefined
    const input = { ...parsed(logInput, { kind, note: form.get('note') ?? '' }), selectedBuds: [_id] }
    const { changeId } = await createInteraction(ownerId, input, idempotencyKey(form.get('_id')))
    return { message: `${kindName(input.kind)} logged`, changeId }
  }
  if (String(form.get('note') ?? '').trim()) throw new UserError(400, 'Log the note first, or clear it')
  if (intent === 'archive' || intent === 'unarchive') {
    const { changeId } = await (intent === 'archive' ? archiveBud : unarchiveBud)(ownerId, budId)
    return { message: `Bud ${intent}d`, changeId }
  }
  if (intent === 'stop') {
    const { changeId } = await stopReminders(ownerId, budId)
    return { message: 'Reminders stopped', changeId }
  }
  const { until } = parsed(snoozeInput, { until: form.get('until') ?? undefined })
  const { changeId } = await snoozeBud(ownerId, budId, until)
  return { message: until ? 'Bud snoozed' : 'Snooze ended', changeId }
}

function parsed<T>(rule: z.ZodType<T>, fields: Record<string, unknown>) {
  const { success, data, error } = rule.safeParse(fields)
  if (!success) throw new UserError(400, error.issues[0]?.message ?? 'The form is not valid')
  return data
}
