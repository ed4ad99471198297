import { sql } from 'drizzle-orm'
import { buds } from '~drizzle/schema'

/** The columns of a `Person`. */
export const personColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  photo: buds.photo,
}

/** A `Person` as one value of JSON. */
export const personJson = sql`json_build_object('_id', ${buds._id}, 'Firstname', ${buds.Firstname}, 'Surname', ${buds.Surname}, 'photo', ${buds.photo})`
