import { useEffect } from 'react'
import { EmptyState } from './empty-state'
import { showToast } from './toasts'

/** Stands in for a list that could not be loaded. */
export function ListFailure({ title, msg, retry }: { title: string; msg: string; retry: string }) {
  useEffect(() => showToast({ type: 'error', message: msg }), [msg])
  return (
    <>
      <h1>{title}</h1>
      <EmptyState sentence={msg}>
        <a className="button quiet" href={retry}>
          Try again
        </a>
      </EmptyState>
    </>
  )
}
