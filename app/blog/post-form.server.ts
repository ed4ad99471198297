import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { invalidForm } from '~/forms/form.server'
import { contentWouldChange, previewSoon } from './post'
import type { PostInput } from './post-input.server'
import { sanitise } from './sanitiser.server'

/** Handles the preview button without JavaScript: returns the submitted form without saving it. */
export function handlePreviewIntent(submission: Submission<unknown>) {
  if (submission.payload.intent !== 'preview') return
  const { initialValue } = submission.reply()
  const result = { initialValue } as SubmissionResult
  return data({ result, msg: previewSoon, type: 'info' as const })
}

/** Rejects an invalid form. When the sanitiser would change the content, the response includes the sanitised content. */
export function rejectPost(submission: Submission<PostInput>) {
  const response = invalidForm(submission)
  const [first] = response.data.result.error?.content ?? []
  const sanitised =
    first === contentWouldChange ? sanitise(String(submission.payload.content)).html : undefined
  return data({ ...response.data, sanitised }, response.init ?? {})
}
