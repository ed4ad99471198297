import { type ActionFunctionArgs, data } from '@remix-run/node'
import { passwordRefused } from '~/account/accounts/own-password.server'
import type { User } from '~/account/users/user'
import { partIn, partOf } from '~/base/components/edited-part'
import { handleRowIntents } from '~/base/components/row-intents.server'
import { assertNotRefused, readTypedForm } from '~/base/forms/form.server'
import { storePart } from '~/base/forms/part.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { budFormLimit, budFormOf } from '~/people/buds/bud-input.server'
import { type BudPart, budParts } from '~/people/buds/bud-parts'
import { withPicture } from '~/people/buds/bud-photos.server'
import { updateBud } from '~/people/buds/buds.server'
import { budRowKinds } from '~/people/buds/custom-fields'
import { changeCirclesOfBud, circlesOfBud } from '~/people/circles/circles-of-bud.server'
import { updateLinkInput } from '~/people/proposals/proposal-input.server'
import { makeUpdateLink } from '~/people/proposals/update-links.server'
import { handleContactIntent } from './contact-intents.server'

/** Answers a form of the page of a bud: one in place, a contact, a snooze, or an update link. */
export async function answerBudForm(call: ActionFunctionArgs, user: User) {
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
