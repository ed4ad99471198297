import type { Submission } from '@conform-to/react'
import type { z } from 'zod'
import type { ExpectedVersion } from '~/base/db/versions.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithUndo } from '~/base/http/toast.server'
import { expectedVersion, invalidForm, parseFields, type ReturnedForm, refuseForm } from './form.server'

type Part<T, Stored extends { changeId?: string }> = {
  schema: z.ZodType<T>
  /** Answers the buttons that only change the form. */
  answerIntent: (submission: Submission<unknown>) => ReturnedForm | undefined
  store: (change: T, expected: ExpectedVersion) => Promise<Stored>
  /** Where the record is, which may be another one than was edited. */
  path: string | ((stored: Stored) => string)
  message: string
}

/**
 * Stores a form in place, which has some fields of a record, as the form of the record does. Other fields stay as they are
 * stored. Resolves to the redirect, or to the form as typed.
 */
export async function storePart<T, Stored extends { changeId?: string }>(
  call: Pick<Call, 'context'>,
  form: FormData,
  part: Part<T, Stored>,
) {
  const submission = parseFields(form, part.schema)
  const returned: ReturnedForm | undefined = part.answerIntent(submission)
  if (returned) return { submission, returned }
  if (submission.status !== 'success')
    return { submission, returned: invalidForm(submission) as ReturnedForm }
  try {
    const stored = await part.store(submission.value, expectedVersion(submission))
    const path = typeof part.path === 'string' ? part.path : part.path(stored)
    return { submission, redirect: await redirectWithUndo(path, part.message, stored.changeId) }
  } catch (error) {
    return { submission, returned: refuseForm(call, submission, error) as ReturnedForm }
  }
}
