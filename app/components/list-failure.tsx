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
export function ListFailure({ title, msg, retry, children }: Props) {
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
