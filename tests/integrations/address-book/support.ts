import { addressBook } from '~/integrations/address-book/address-book.server'
import { parseCard } from '~/integrations/address-book/card.server'
import type { Device } from '~/integrations/devices/device'

const always = { ifMatch: null, ifNoneMatch: null }

export const put = (device: Device, file: string, content: string, conditions = always) =>
  addressBook.put(device, file, Buffer.from(content), conditions)

export const remove = (device: Device, file: string, conditions = always) =>
  addressBook.remove(device, file, conditions)

export async function get(device: Device, file: string, version: '3.0' | '4.0' = '3.0') {
  const [resource] = await addressBook.read(device, [file], version)
  return resource
}

/** The properties of a card without folding, sorted, but for what the product adds. */
export const valuesOf = (card: string) =>
  parseCard(Buffer.from(card))
    .lines.map(({ text }) => text)
    .filter((text) => !/^X-BUDKEEPER-/.test(text))
    .sort()

/** A card of lines. */
export const card = (...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
