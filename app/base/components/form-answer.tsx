import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { isSignInAgain } from '~/base/forms/sign-in-again'
import { PageError } from './page-error'
import { isRefusal, RefusedFormPage } from './refused-form'
import { SignInAgainPage } from './sign-in-again'

/** The page that answers a form without a session, or another account's. Undefined for other errors. */
export function useFormAnswer() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return
  if (isSignInAgain(error.data)) return <SignInAgainPage {...error.data} />
  if (isRefusal(error.data)) return <RefusedFormPage {...error.data} />
}

/** The content of the ErrorBoundary of a route with forms of an account. */
export function FormAnswerOrError() {
  return useFormAnswer() ?? <PageError />
}
