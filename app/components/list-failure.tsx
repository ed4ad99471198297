import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { EmptyState } from './empty-state'
import { showToast } from './toasts'

type Props = {
  title: string
  msg: string
  retry: string
  /** Stands in for the title. */
  children?: ReactNode
}

/** Stands in for a list that could not be loaded. */
export function ListFailure({ title, retry, children, ...props }: Props) {
  const msg = useReason() ?? props.msg
  useEffect(() => showToast({ type: 'error', message: msg }), [msg])
  return (
    <>
      {children ?? <h1>{title}</h1>}
      <EmptyState sentence={msg}>
        <a className="button quiet" href={retry}>
          Try again
        </a>
      </EmptyState>
    </>
  )
}

/** Why nothing was loaded at all: below 500 it was no load that failed. */
function useReason() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status < 500
    ? 'This request could not be understood.'
    : undefined
}
