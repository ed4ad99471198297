import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Plain links of the dashboard lead on without a new document, so that a list of cards needs no component for each.
 * One with `data-in-place` leaves the page where it is scrolled to.
 */
export function useFollowedLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (!link || !isPlainClick(event) || !isDashboard(link)) return
      event.preventDefault()
      navigate(link.pathname + link.search, { preventScrollReset: 'inPlace' in link.dataset })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

function isPlainClick(event: MouseEvent) {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented
}

function isDashboard({ origin, pathname, target, hash }: HTMLAnchorElement) {
  return origin === location.origin && /^\/dashboard(\/|$)/i.test(pathname) && !target && !hash
}
