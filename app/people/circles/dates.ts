import { fullName, type Person } from '~/people/buds/bud'

/** A date of a bud, or a milestone of a circle, on one day (`YYYY-MM-DD`). The other of the two is null. */
export type DateOnDay = {
  bud: Person | null
  circle: { _id: string; Name: string } | null
  label: string
  on: string
  years: number | null
}

type Owner = Pick<DateOnDay, 'bud' | 'circle'>

/** The name of the bud or circle of a date, and its page below `/dashboard/`. */
export const whoseDate = ({ bud, circle }: Owner) =>
  bud
    ? { name: fullName(bud), page: `Bud/${bud._id}` }
    : { name: circle?.Name ?? '', page: `Circle/${circle?._id}` }
