import { z } from 'zod'

/**
 * Who may call an endpoint. `shared` is public and the same for everybody, so shared caches may store it. `user` needs a
 * session, `admin` that of an admin. `token` needs a session or an API token (product 22.3). `tokenOnly` needs an API
 * token of any scope, which the handler has to regard.
 */
export type Access = 'public' | 'shared' | 'user' | 'token' | 'tokenOnly' | 'admin'

/**
 * A call of the JSON API. `api` checks and parses by it, OpenAPI describes it, and tests take it from here. Its text and
 * example are in `docs/api/` (product 23).
 */
export type Operation = {
  operationId: string
  summary: string
  access: Access
  /** Whether the demo account gets a 403, before its input is read. */
  refusesDemo?: boolean
  query?: z.ZodObject
  body?: z.ZodType
  /** The most bytes of the body, by default 1 MB. */
  bodyLimit?: number
  /** A file as the body, of one of these types, or as this field of a multipart form. It has at most `limit` bytes. */
  file?: { field: string; types: string[]; limit: number }
  /** By default 200. Of several, the handler returns the first one unless it returns `accepted(body)`. */
  status?: Status | [Status, ...Status[]]
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
  /** Whether the response has a secret that the user cannot read again. No cache stores it. */
  hasSecret?: boolean
}

type Status = 200 | 201 | 202
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** By method and path, such as `GET /buds/{id}`. */
export type Operations = Record<`${Method} /${string}`, Operation>

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
