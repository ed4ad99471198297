import { type MetaFunction, Outlet } from '@remix-run/react'
import { FormAnswerOrError } from '~/base/components/form-answer'
import { errorMeta } from '~/base/components/page-error'

export const meta: MetaFunction = ({ error }) => (error ? errorMeta(error) : [])

/** The layout of every dashboard screen. An error in a screen keeps the top bar and the sidebar. */
export default Outlet

export function ErrorBoundary() {
  return (
    <div className="page-error">
      <FormAnswerOrError />
    </div>
  )
}
