import { type MetaFunction, Outlet } from '@remix-run/react'
import { errorMeta, PageError } from '~/components/page-error'

export const meta: MetaFunction = ({ error }) => (error ? errorMeta(error) : [])

/** Every screen of the dashboard. One that fails leaves the top bar and the sidebar around it. */
export default Outlet

export function ErrorBoundary() {
  return (
    <div className="page-error">
      <PageError />
    </div>
  )
}
