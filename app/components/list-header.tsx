import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from './icons'

type Props = {
  title: string
  heading?: 'h1' | 'h2'
  /** How many were found, in words. */
  found: string
  loading: string
  add?: { label: string; to: string }
  /** What else can be done, and the search. */
  children?: ReactNode
}

/** A list's title with the count beside it, the way to add and the search. */
export function ListHeader({ title, heading: Heading = 'h1', found, loading, add, children }: Props) {
  const isLoading = useSlowLoading()
  return (
    <header className="list-header">
      <Heading tabIndex={-1}>{title}</Heading>
      <p className="count" role="status">
        {isLoading ? loading : found}
      </p>
      {add && (
        <a className="icon-button" href={add.to} title={add.label}>
          <Icon name="plus" />
          <span className="visually-hidden">{add.label}</span>
        </a>
      )}
      {children}
    </header>
  )
}

/** True once what comes next has been on its way for long enough to say so. */
export function useSlowLoading() {
  const { state } = useNavigation()
  const [isSlow, setSlow] = useState(false)
  const isLoading = state === 'loading'
  useEffect(() => {
    if (!isLoading) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isSlow
}
