/** The data of a 401: a form was sent, and its session has ended. */
export type SignInAgain = {
  signInAgain: true
  /** The address of the form's account. */
  Email: string
  /** What was typed, encrypted. Empty: it could not be kept. */
  kept: string
  hasFile: boolean
}

export const isSignInAgain = (data: unknown): data is SignInAgain =>
  typeof data === 'object' && data !== null && 'signInAgain' in data

/** The hidden field of the sign-in page with the form that was kept. */
export const keptField = 'kept'
