export type FieldErrors = Record<string, string[]>

/**
 * An error that the caller can correct. Screens show it as a toast or inline message, API endpoints send it as JSON.
 */
export class UserError extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string> | undefined
  /** The stored version, if the caller expected another one. */
  readonly version: number | undefined

  constructor(
    status: number,
    msg: string,
    more: {
      errors?: FieldErrors | undefined
      headers?: Record<string, string>
      version?: number | undefined
    } = {},
  ) {
    super(msg)
    this.status = status
    this.errors = more.errors
    this.headers = more.headers
    this.version = more.version
  }

  get msg() {
    return this.message
  }
}

/** The message of all other errors. It never reveals the cause. */
export const somethingWentWrong = 'Something went wrong'
