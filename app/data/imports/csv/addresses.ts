import type { Address } from '~/people/buds/contact'
import { addNote, type Draft, isCovered, wordsOf } from './draft'
import type { Column } from './plan'
import { labelOf, split } from './values'

export type AddressPart = Exclude<keyof Address, 'label'>

export function addressOf(draft: Draft, column: Column, index: number) {
  const label = labelOf(draft.row, column)
  const key = `${column.stem}/${label}/${index}`
  const address = draft.addresses.get(key) ?? {
    label,
    street: '',
    city: '',
    region: '',
    postcode: '',
    country: '',
  }
  draft.addresses.set(key, address)
  return address
}

export function addToAddress(address: Address, part: AddressPart, text: string) {
  if (address[part] === text) return
  address[part] = [address[part], text].filter(Boolean).join(part === 'street' ? '\n' : ', ')
}

/** An address in one text adds to its parts only what they do not hold. */
export function addFullAddresses(draft: Draft) {
  for (const { column, text } of draft.fullAddresses) {
    for (const [index, value] of split(text, ':::').entries()) {
      const address = addressOf(draft, column, index)
      const { label: _, ...parts } = address
      if (isCovered(value, wordsOf(Object.values(parts).join(' ')))) continue
      if (address.street && value.includes(address.street)) addNote(draft.person, column.header, value)
      else addToAddress(address, 'street', value)
    }
  }
}
