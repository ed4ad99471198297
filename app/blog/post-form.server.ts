import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { invalidForm } from '~/forms/form.server'
import { cannotBeKept, type PostInput, previewSoon } from './post'
import { clean } from './sanitiser.server'

/** Without JavaScript the button for a preview sends the form: it comes back as it was typed, and nothing is saved. */
export function preview(submission: Submission<unknown>) {
  if (submission.payload.intent !== 'preview') return
  const { initialValue } = submission.reply()
  const result = { initialValue } as SubmissionResult
  return data({ result, msg: previewSoon, type: 'info' as const })
}

/** A form that breaks the rules; where the content would only lose something, the cleaned version comes along. */
export function refusedPost(submission: Submission<PostInput>) {
  const answer = invalidForm(submission)
  const [first] = answer.data.result.error?.content ?? []
  const cleaned = first === cannotBeKept ? clean(String(submission.payload.content)).html : undefined
  return data({ ...answer.data, cleaned }, answer.init ?? {})
}
