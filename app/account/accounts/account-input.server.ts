import { dictionary } from '@zxcvbn-ts/language-common'
import { z } from 'zod'
import { nameLength } from '~/base/forms/lengths'
import { binary, email, line, orEmpty, requiredLine, storableText, text } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { passwordMaximum, passwordMinimum, passwordsDiffer, passwordTooShort } from './account'

const commonPasswords = new Set(dictionary['passwords-common'] as readonly string[])
const passwordTooCommon = 'This password is too common'

/** The name of the product, perhaps with digits and signs around it. */
const isProduct = (value: string) => /^[^a-z]*budkeeper[^a-z]*$/i.test(value)

/** Whether a password is the address of its account or the part before the `@`. */
function isOwnAddress(value: string, email: string) {
  const [password, address] = [value.toLowerCase(), email.toLowerCase()]
  return password === address || password === address.slice(0, address.lastIndexOf('@'))
}

/** Refuses a new password of an account with this address, as the rules of a form do. `field` is its name there. */
export function assertNotOwnAddress(value: string, email: string, field: string) {
  if (!isOwnAddress(value, email)) return
  throw new UserError(400, passwordTooCommon, { errors: { [field]: [passwordTooCommon] } })
}

/** Not trimmed. */
const password = z
  .preprocess(orEmpty, storableText('Password'))
  .refine((value) => value.length >= passwordMinimum, passwordTooShort)
  .refine(
    (value) => value.length <= passwordMaximum,
    `Password must be at most ${passwordMaximum} characters`,
  )
  .meta({ minLength: passwordMinimum, maxLength: passwordMaximum, format: 'password' })

/** The rules of registration and of each change of the password. */
export const newPassword = password.refine(
  (value) =>
    value.length < passwordMinimum || !(commonPasswords.has(value.toLowerCase()) || isProduct(value)),
  passwordTooCommon,
)

const firstname = z.preprocess(orEmpty, requiredLine('First name', nameLength))
const surname = line('Surname', nameLength)

/** A code of the second factor, from the app or a recovery code. */
export const codeLength = 100

export const loginInput = z.object({
  Email: email,
  Password: password,
  code: z.preprocess(orEmpty, text('Code', codeLength)).default(''),
})

export type LoginInput = z.infer<typeof loginInput>

export const registerInput = z.object({
  accessCode: text('Access code', nameLength).default(''),
  Firstname: firstname,
  Surname: surname.default(''),
  Email: email,
  Password: newPassword,
})
export type RegisterInput = z.infer<typeof registerInput>

export const forgotPasswordInput = z.object({ Email: email })
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>

export const resetPasswordInput = z
  .object({ password: newPassword, confirmPassword: z.string({ error: passwordsDiffer }) })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: passwordsDiffer,
  })

export type ResetPasswordInput = z.infer<typeof resetPasswordInput>

/** The body of operations that ask for the password. Any other text is wrong, so there are no rules for new passwords. */
export const ownPasswordInput = z.object({
  password: z.preprocess(
    orEmpty,
    storableText('Password')
      .refine((value) => value !== '', 'Password is required')
      .meta({ minLength: 1, format: 'password' }),
  ),
})
export type OwnPasswordInput = z.infer<typeof ownPasswordInput>

/** Beside the fields of an operation that asks for the password unless the sign-in is recent (product 25.6). */
export const recentPassword = {
  password: storableText('Password').meta({ format: 'password' }).optional(),
}

/** Absent fields do not change. */
export const accountChange = z
  .object({
    avatar: z.instanceof(File, { message: 'Only image files are accepted' }).meta(binary),
    Firstname: requiredLine('First name', nameLength),
    Surname: surname,
    Email: email,
    Location: line('Location', nameLength),
    ...recentPassword,
  })
  .partial()
export type AccountChange = z.infer<typeof accountChange>

/** The fields of the profile screen. Browsers send an empty file when no picture is selected. */
export const profileForm = z.preprocess((form) => {
  const { avatar, ...fields } = form as Record<string, unknown>
  return avatar instanceof File && avatar.size > 0 ? { ...fields, avatar } : fields
}, accountChange)
