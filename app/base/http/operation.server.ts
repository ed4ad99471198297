import { z } from 'zod'

/**
 * Who may call an endpoint. `shared` is public and the same for everybody, so shared caches may store it. `user` needs a
 * session, `admin` that of an admin. `token` needs a session or an API token; a method that takes no token is
 * `sessionOnly` (product 22.3). `tokenOnly` needs an API token of any scope, which the method has to regard.
 */
export type Access = 'public' | 'shared' | 'user' | 'token' | 'tokenOnly' | 'admin'

/** A call of the JSON API, for its description in OpenAPI. Its text and example are in `docs/api.md` (product 23). */
export type Operation = {
  operationId: string
  summary: string
  /** `user` for a call that is `sessionOnly` in an endpoint for tokens. */
  access: Access
  query?: z.ZodObject
  body?: z.ZodType
  /** A file as the body, of one of these types, or as this field of a multipart form. */
  file?: { field: string; types: string[] }
  /** By default 200. */
  status?: 200 | 201 | 202 | (200 | 202)[]
  /** The schema of the JSON response, or the media types of a file. */
  response: z.ZodType | string[]
  /** For a call of another protocol: JSON alone, 202 without a body for a notification, a 400 or 404 may be its `error`. */
  protocol?: { error: z.ZodType }
  /** Statuses of errors besides those that follow from the access, the path and the input. */
  errors?: number[]
  /** Whether the call may end the session of the request. */
  endsSession?: boolean
  /** Whether the call supports `If-Match`. */
  ifMatch?: boolean
}

/** By method and path, such as `GET /buds/{id}`. */
export type Operations = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>

export const id = z.guid()
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const count = z.int().min(0)
const msg = z.string()

export const message = z.object({ msg })

/** The response to a write: `msg` with the record. */
export const written = <S extends z.ZodRawShape>(shape: S) => z.object({ msg, ...shape })

/** A page of a list. `total` is the name of the number of all rows. */
export const pageOf = <S extends z.ZodRawShape>(rows: S, total: string) =>
  z.object({ ...rows, [total]: count, numOfPages: count, currentPage: count })
