export type FieldErrors = Record<string, string[]>

/** What the caller can mend. Thrown by operations, turned into a toast, an inline message or JSON at the door. */
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

/** The answer to everything that is not the caller's fault: it never names the cause. */
export const somethingWentWrong = 'Something went wrong'
