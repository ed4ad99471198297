import { z } from 'zod'
import type { Call } from '~/base/http/context.server'
import { choiceCookie } from '~/base/http/cookies.server'

/**
 * A choice that URLs make by a parameter, and that a cookie remembers, except with `once` and the parameter's name.
 * The first value is the default.
 */
export function rememberedChoice<const Values extends readonly [string, ...string[]]>(
  { cookie: cookieName, parameter }: { cookie: string; parameter: string },
  values: Values,
) {
  type Value = Values[number]
  const cookie = choiceCookie(cookieName)
  const rule = z.enum(values)
  const valueIn = (value: unknown): Value | undefined => rule.safeParse(value).data
  return {
    first: values[0],
    /** The value that the URL requests, if it is valid. */
    requested: (query: URLSearchParams) => valueIn(query.get(parameter)),
    /** The requested value, which is stored for later requests, or the stored one. */
    async choose({ request, context }: Call, requested: Value | undefined): Promise<Value> {
      const stored = valueIn(await cookie.parse(request.headers.get('Cookie'))) ?? values[0]
      if (!requested || requested === stored) return stored
      if (new URL(request.url).searchParams.get('once') === parameter) return requested
      context.setCookie(await cookie.serialize(requested))
      return requested
    },
  }
}
