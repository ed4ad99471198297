/** The maximum number of results of each kind. */
export const foundLimit = 8

/** The body of `GET /find`, best match first (product 17). */
export type Found = {
  buds: { _id: string; Firstname: string; Surname: string; photo: string | null }[]
  circles: { _id: string; Name: string }[]
  events: { _id: string; Name: string; startDate: string }[]
}
