import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { ActionLink, StateCard } from './StateCard'

const reloadAfter = 3_000
const maxReloads = 5

/** Reloads the page a few times. Without JavaScript the user follows the link. */
export function PendingCheckout() {
  const [query] = useSearchParams()
  const reloads = Number(query.get('look')) || 0
  const isLate = reloads >= maxReloads
  const nextQuery = new URLSearchParams({ checkout: query.get('checkout') ?? '', look: `${reloads + 1}` })
  const href = `/dashboard/subscription?${nextQuery}`
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => location.replace(href), reloadAfter)
    return () => clearTimeout(timer)
  }, [isLate, href])
  return (
    <StateCard title="We are waiting for the confirmation of your payment">
      <p role="status">
        {isLate
          ? 'It is late. There is no need to pay again: as soon as it has come, it shows here.'
          : 'This takes a moment. If you went back without paying, nothing has changed.'}
      </p>
      <ActionLink href={href}>Look again</ActionLink>
    </StateCard>
  )
}
