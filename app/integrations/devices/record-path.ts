import { type RecordType, recordKinds } from '~/people/buds/record-kinds'

export const recordPath = ({ type, _id }: { type: RecordType; _id: string }) =>
  `/dashboard/${recordKinds[type].screen}/${_id}`
