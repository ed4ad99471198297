import { componentsOf, type Draft, line, type Read, textOf, wordsOf } from './draft'
import { labelOf } from './label'
import { unescapeText } from './value'

/** Addresses, in their parts and as they are printed. */

export const address: Read = (property, draft) => {
  const { person, customLabels } = draft
  const label = labelOf(property, customLabels)
  const parts = componentsOf(property)
  const [box = '', extended = '', street = '', city = '', region = '', postcode = '', country = ''] =
    parts.length === 1 ? ['', '', ...parts] : parts
  const poBox = box && !/\p{L}/u.test(box) ? `PO box ${box}` : box
  const lines = [street, extended, poBox].filter(Boolean)
  if ([...lines, city, region, postcode, country].some(Boolean)) {
    person.addresses.push({ label, street: lines.join('\n'), city, region, postcode, country })
  }
  if (parts.length > 7) addMore(parts.slice(7), label, draft)
  for (const text of property.params.get('LABEL') ?? []) {
    draft.printedAddresses.push({ label, text: unescapeText(text) })
  }
}

/** The components of RFC 9554 repeat those before them. Others are extras. */
function addMore(parts: string[], label: string, { person, extras }: Draft) {
  const known = Object.values(person.addresses.at(-1) ?? {}).join('\n')
  const more = parts.filter((part) => part && !known.includes(part))
  if (more.length > 0) extras.push(line('Address', label, more.join(', ')))
}

export const printedAddress: Read = (property, { customLabels, printedAddresses }) => {
  printedAddresses.push({ label: labelOf(property, customLabels), text: textOf(property) })
}

/** An address as printed is kept if it says more than the parts of the address. */
export function completeAddresses({ person, printedAddresses, extras }: Draft) {
  const { addresses } = person
  const words = new Map(
    addresses
      .map((address) => [address.label, new Set(wordsOf(Object.values(address).join(' ')))] as const)
      .reverse(),
  )
  for (const { label, text } of printedAddresses) {
    const known = words.get(label)
    if (!known) {
      addresses.push({ label, street: text, city: '', region: '', postcode: '', country: '' })
      words.set(label, new Set(wordsOf(text)))
    } else if (wordsOf(text).some((word) => !known.has(word))) {
      extras.push(line('Printed address', label, text))
    }
  }
  const home = addresses.find((address) => isLabelled(address, 'home'))
  const place = home ?? (addresses.length === 1 ? addresses[0] : undefined)
  person.Location = [place?.city, place?.country].filter(Boolean).join(', ')
}

export const isLabelled = ({ label }: { label: string }, word: string) => label.toLowerCase().startsWith(word)
