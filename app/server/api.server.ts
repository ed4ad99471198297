import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ZodError } from 'zod'
import type { User } from '~/accounts/account'
import { countCall } from '~/accounts/api-calls.server'
import { readSession } from '~/accounts/sessions.server'
import { readBody } from './body.server'
import { type FieldErrors, somethingWentWrong, UserError } from './errors'
import { isUnavailable } from './outage.server'

type Access = 'public' | 'user' | 'admin'

export type ApiCall = LoaderFunctionArgs & {
  /** Who asks; calls of `public` addresses have nobody. */
  user: User
  query: Record<string, string>
  body: (limit?: number) => Promise<Record<string, unknown>>
  /** The last part of the address. */
  id: string
}

type Methods = { [method in 'GET' | 'POST' | 'PATCH' | 'DELETE']?: (call: ApiCall) => Promise<unknown> }

/**
 * One address of the JSON API: session, method, body, limits and errors (decisions §5). A method returns the body of a
 * 200, or a Response. Serves as loader and action alike.
 */
export function api(access: Access, methods: Methods) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      const method = methods[(args.request.method === 'HEAD' ? 'GET' : args.request.method) as keyof Methods]
      if (!method) throw methodNotAllowed(methods)
      const user = access === 'public' ? (undefined as never) : await identify(args, access)
      const answer = await method({
        ...args,
        user,
        query: Object.fromEntries(new URL(args.request.url).searchParams),
        body: (limit) => readBody(args.request, limit),
        id: args.params.id ?? '',
      })
      return answer instanceof Response ? answer : json(args.request, answer)
    } catch (error) {
      return answerError(error, args)
    }
  }
}

/** A read carries an ETag, so that a program that has it already gets a 304. */
function json(request: Request, answer: unknown) {
  const body = JSON.stringify(answer)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
  }
  if (request.method !== 'GET') return new Response(body, { headers })
  headers.ETag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const isKnown = request.headers.get('If-None-Match') === headers.ETag
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

async function identify(args: LoaderFunctionArgs, access: Access) {
  const session = await readSession(args)
  if (!session) throw new UserError(401, 'Please log in')
  countCall(session.user._id, session.calls)
  if (access === 'admin' && session.user.Role !== 'admin') throw new UserError(403, 'Unauthorized access')
  return session.user
}

function methodNotAllowed(methods: Methods) {
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new UserError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } })
}

function answerError(error: unknown, { context }: LoaderFunctionArgs) {
  const known = error instanceof ZodError ? invalid(error) : error
  if (known instanceof UserError) {
    const { status, msg, errors, headers } = known
    return Response.json({ msg, errors }, { status, headers })
  }
  context.log.error({ err: error }, 'API call failed')
  return Response.json({ msg: somethingWentWrong }, { status: isUnavailable(error) ? 503 : 500 })
}

export function created(body: unknown) {
  return Response.json(body, { status: 201 })
}

/** What zod found, as the caller is told: the first message, and all of them by field. */
export function invalid(error: ZodError) {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return new UserError(400, error.issues[0]?.message ?? 'The request is not valid', { errors })
}
