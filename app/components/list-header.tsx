import { Link, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from './icons'

type Props = {
  title: string
  heading?: 'h1' | 'h2'
  /** The number of results, as a text. */
  found: string
  /** Replaces `found` while the next page loads slowly. */
  loading: string
  /** The button that adds an item. */
  add?: { label: string; to: string }
  /** Further buttons, and the search. */
  children?: ReactNode
}

/** The title of a list with its count, its add button and its search. */
export function ListHeader({ title, heading: Heading = 'h1', found, loading, add, children }: Props) {
  const isLoading = useSlowLoading()
  return (
    <header className="list-header">
      <Heading tabIndex={-1}>{title}</Heading>
      <p className="count" role="status">
        {isLoading ? loading : found}
      </p>
      {add && (
        <Link className="icon-button" to={add.to} title={add.label} prefetch="intent">
          <Icon name="plus" />
          <span className="visually-hidden">{add.label}</span>
        </Link>
      )}
      {children}
    </header>
  )
}

/** True when a navigation has been loading for 300 ms. */
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
