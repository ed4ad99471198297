import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { EmptyState } from './empty-state'
import { useFormAnswer } from './form-answer'
import { showToast } from './toasts'

type Props = {
  title: string
  msg: string
  /** The path of the link 'Try again'. */
  retry: string
  /** Replaces the title. */
  children?: ReactNode
}

/** Shown in place of a list that could not be loaded. */
export function ListFailure({ title, retry, children, ...props }: Props) {
  const error = useRouteError()
  // A status below 500 means that the request was invalid.
  const isInvalid = isRouteErrorResponse(error) && error.status < 500
  const msg = isInvalid ? 'This request could not be understood.' : props.msg
  const answer = useFormAnswer()
  useEffect(() => void (answer || showToast({ type: 'error', message: msg })), [msg, answer])
  if (answer) return answer
  return (
    <>
      {children ?? <h1>{title}</h1>}
      <EmptyState sentence={msg} link={{ label: 'Try again', to: retry }} />
    </>
  )
}
