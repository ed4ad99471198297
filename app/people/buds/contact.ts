import { numberedRows, type Row } from '~/base/components/rows'

/** An email address, a phone number or a link. */
export type LabelledValue = { label: string; value: string }
export type Address = {
  label: string
  street: string
  city: string
  region: string
  postcode: string
  country: string
}
/** A day of the year. `year` is null if it is not known. */
export type BudDate = { label: string; year: number | null; month: number; day: number }

export const labelLength = 50
export const phoneLength = 50
export const addressPartLength = 200
export const dayTextLength = 50

export type ValueRow = Row & LabelledValue
const emptyValue: LabelledValue = { value: '', label: '' }

export const emailKind = numberedRows<ValueRow>({
  name: 'email',
  label: 'Email',
  limit: 10,
  minimum: 1,
  empty: emptyValue,
  field: 'emails',
})
export const phoneKind = numberedRows<ValueRow>({
  name: 'phone',
  label: 'Phone',
  limit: 10,
  minimum: 1,
  empty: emptyValue,
  field: 'phones',
})
export const linkKind = numberedRows<ValueRow>({
  name: 'link',
  label: 'Link',
  limit: 10,
  minimum: 0,
  empty: emptyValue,
  field: 'links',
})
export const addressKind = numberedRows<Row & Address>({
  name: 'address',
  label: 'Address',
  limit: 5,
  minimum: 0,
  empty: { street: '', city: '', region: '', postcode: '', country: '', label: '' },
  field: 'addresses',
})
/** `text` is the day in one field. */
export type DateRow = Row & Record<keyof BudDate | 'text', string>

export const dateKind = numberedRows<DateRow>({
  name: 'date',
  label: 'Date',
  limit: 20,
  minimum: 1,
  empty: { day: '', month: '', year: '', text: '', label: '' },
  field: 'dates',
})

export const contactKinds = [emailKind, phoneKind, addressKind, linkKind, dateKind] as const

export const isSameEmail = (one: string, other: string) => emailKey(one) === emailKey(other)

/** Addresses that are the same have the same key. */
export const emailKey = (email: string) => email.trim().normalize('NFC').toLowerCase()
