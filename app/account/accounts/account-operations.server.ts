import { z } from 'zod'
import { id, message, type Operations, written } from '~/base/http/operation.server'
import {
  accountChange,
  forgotPasswordInput,
  loginInput,
  ownPasswordInput,
  registerInput,
  resetPasswordInput,
} from './account-input.server'
import { avatarFormLimit } from './accounts.server'

export const user = z
  .object({
    _id: id,
    Firstname: z.string(),
    Surname: z.string(),
    Email: z.string(),
    Location: z.string(),
    avatar: z.string().nullable(),
    Role: z.enum(['user', 'admin', 'test']),
    isTestAccount: z.boolean(),
  })
  .meta({ id: 'User' })

const throttled = { access: 'public' as const, response: message, errors: [429] }

export const accountOperations = {
  'GET /settings/registration': {
    operationId: 'getRegistration',
    summary: 'Read whether registration needs a code',
    access: 'public',
    response: z.object({ requireAccessCode: z.boolean() }),
  },
  'POST /auth/register': {
    ...throttled,
    operationId: 'register',
    summary: 'Create an account',
    body: registerInput,
    status: 201,
    errors: [409, 429],
  },
  'POST /auth/login': {
    ...throttled,
    operationId: 'login',
    summary: 'Sign in',
    body: loginInput,
    errors: [401, 429],
  },
  'POST /auth/demo': {
    ...throttled,
    operationId: 'loginDemo',
    summary: 'Sign in to the demo account',
    errors: [404, 429],
  },
  'GET /auth/logout': {
    operationId: 'logoutByLink',
    endsSession: true,
    summary: 'Sign out by a link',
    access: 'public',
    response: message,
    errors: [403],
  },
  'POST /auth/logout': {
    operationId: 'logout',
    endsSession: true,
    summary: 'Sign out',
    access: 'public',
    response: message,
  },
  'GET /users/current-user': {
    operationId: 'getUser',
    summary: 'Read the account',
    access: 'token',
    response: z.object({ user }),
  },
  'PATCH /users/update-user': {
    operationId: 'updateUser',
    summary: 'Change the account',
    access: 'token',
    refusesDemo: true,
    body: accountChange,
    bodyLimit: avatarFormLimit,
    response: written({ user }),
  },
  'POST /users/delete': {
    operationId: 'deleteUser',
    endsSession: true,
    summary: 'Delete the account',
    access: 'user',
    body: ownPasswordInput,
    response: message,
  },
  'POST /auth/forgot-password': {
    ...throttled,
    operationId: 'forgotPassword',
    summary: 'Request a link to reset the password',
    body: forgotPasswordInput,
  },
  'POST /auth/reset-password/{token}': {
    ...throttled,
    operationId: 'resetPassword',
    summary: 'Reset the password',
    body: resetPasswordInput,
  },
} satisfies Operations
