import { idempotencyKey } from '~/base/forms/form.server'
import { UserError } from '~/base/node/errors'
import { findBud } from '~/people/buds/buds.server'
import { snoozeBud, snoozeInput, stopReminders } from '~/people/buds/snooze.server'
import { logInput } from '~/people/interactions/interaction-input.server'
import { createInteraction } from '~/people/interactions/interactions.server'

/**
 * Handles the buttons Log contact, Snooze, Stop and Remind again of Today and of the bud screen. Resolves to the message
 * and the id of the change set.
 */
export async function handleContactIntent(ownerId: string, budId: string, form: FormData) {
  const intent = form.get('intent')
  if (intent === 'log') {
    const { _id } = await findBud(ownerId, budId)
    const input = { ...logInput.parse({}), selectedBuds: [_id] }
    const { changeId } = await createInteraction(ownerId, input, idempotencyKey(form.get('_id')))
    return { message: 'Contact logged', changeId }
  }
  if (intent === 'stop') {
    const { changeId } = await stopReminders(ownerId, budId)
    return { message: 'Reminders stopped', changeId }
  }
  const snooze = snoozeInput.safeParse({ until: form.get('until') ?? undefined })
  if (!snooze.success) throw new UserError(400, snooze.error.issues[0]?.message ?? 'The form is not valid')
  const { changeId } = await snoozeBud(ownerId, budId, snooze.data.until)
  return { message: snooze.data.until ? 'Bud snoozed' : 'Snooze ended', changeId }
}
