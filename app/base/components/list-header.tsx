import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from './icons'
import { Link } from './link'

type Props = {
  title: string
  /** Gives a title that may be long a line of its own. */
  isTitleAbove?: boolean | undefined
  heading?: 'h1' | 'h2'
  countText: string
  /** Replaces `countText` while the next page loads slowly. */
  loadingText: string
  add?: { label: string; to: string }
  /** Controls before the add button. */
  tools?: ReactNode
  /** More buttons, and the search. */
  children?: ReactNode
}

/** The title of a list with its count, its add button and its search. */
export function ListHeader({ title, isTitleAbove, heading: Heading = 'h1', add, ...props }: Props) {
  const isSlow = useSlowLoading()
  const heading = <Heading tabIndex={-1}>{title}</Heading>
  return (
    <div className="list-bar">
      {isTitleAbove && heading}
      <header className="list-header">
        {!isTitleAbove && heading}
        <p className="count" role="status">
          {isSlow ? props.loadingText : props.countText}
        </p>
        {props.tools}
        {add && (
          <Link className="icon-button" to={add.to} title={add.label} prefetch="intent">
            <Icon name="plus" label={add.label} />
          </Link>
        )}
        {props.children}
      </header>
    </div>
  )
}

/** Whether a navigation has been loading for more than 300 ms. */
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
