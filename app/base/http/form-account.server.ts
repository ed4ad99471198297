import { UserError } from '~/base/node/errors'
import type { IncomingRequest } from './context.server'

/** The hidden field that says whose form it is: the id and the address of the account that its page was made for. */
export const accountField = '_account'

type Account = { _id: string; Email: string }

/** `isRestored`: the form was kept across a sign-in. It is shown as typed, and nothing is stored. */
type Expectation = { account: Account; isRestored: boolean }

/** A form that may not be acted upon. `form` has what was typed. */
export class RefusedForm extends UserError {
  constructor(
    status: number,
    msg: string,
    readonly form: FormData,
    /** The accounts that the form and the session belong to, if they differ. */
    readonly accounts?: { openedAs: string; own: string },
  ) {
    super(status, msg)
  }
}

export const formKept = 'You are signed in again. What you typed is here and not saved yet.'

const expectations = new WeakMap<IncomingRequest, Expectation>()

/** From now on, reading the form of `request` throws `RefusedForm` if it is not one of the account. */
export const expectFormOf = (request: IncomingRequest, expectation: Expectation) =>
  void expectations.set(request, expectation)

export const markOf = ({ _id, Email }: Account) => `${_id} ${Email}`

/** The account of a mark. Its address is the browser's word, and is shown to that browser only. */
export function accountOf(mark: unknown): Account | null {
  const [, _id, Email] = /^([\da-f-]{36}) (.{1,320})$/.exec(String(mark ?? '')) ?? []
  return _id && Email ? { _id, Email } : null
}

/**
 * Takes the mark out of the form of a screen, and throws if it names another account. A button can have the mark too, to
 * save another account's form on purpose. A form without a mark is that of a program, and has been typed by nobody.
 */
export function assertOwnForm(request: IncomingRequest, form: FormData) {
  const expectation = expectations.get(request)
  if (!expectation) return
  const { account, isRestored } = expectation
  const marks = form.getAll(accountField)
  form.delete(accountField)
  if (isRestored) throw new RefusedForm(200, formKept, form)
  if (marks.length === 0 || marks.some((mark) => accountOf(mark)?._id === account._id)) return
  const openedAs = accountOf(marks[0])?.Email ?? 'another account'
  const msg = `This form was opened as ${openedAs}; you are now signed in as ${account.Email}. Nothing was saved.`
  throw new RefusedForm(409, msg, form, { openedAs: String(marks[0]), own: markOf(account) })
}

const secretField = /password|^code$|credential|secret/i

/** The texts of a form. Files cannot be given back to a browser, and what is secret is not. */
export function typedTexts(form: FormData) {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== accountField && !secretField.test(name) ? [[name, value]] : [],
  )
}

export const hasFile = (form: FormData) =>
  [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
