import { damage, isDamaged } from '~/data/imports/csv/spreadsheet-cells'
import { mailAddresses } from '~/data/imports/reading/mail-addresses'
import { phoneValues } from '~/people/buds/phone-numbers'
import type { Read } from './draft'
import { addExtra, type Draft, line, textOf, warn } from './draft'
import { capitalisedLabel, labelOf, labelOfTypes, typesOf } from './label'
import type { CardProperty } from './vcard'

/** Ways to reach a person. */

export const email: Read = (property, { person, customLabels, isOwn, mailRemarks }) => {
  const [label, text] = [labelOf(property, customLabels), textOf(property)]
  const { addresses, rest } = isOwn ? { addresses: [text], rest: '' } : mailAddresses(text)
  person.emails.push(...addresses.map((value) => ({ label, value })))
  if (rest) mailRemarks.push({ label, text, rest })
}

export const phone: Read = (property, draft) => {
  const { person, customLabels, isOwn } = draft
  const text = textOf(property)
  if (!isOwn && isDamaged(text, false)) {
    warn(property, draft, `${damage(text)}. It went to the notes`)
    return addExtra(property, draft)
  }
  const label = labelOf(property, customLabels)
  person.phones.push(...phoneValues(text).map((value) => ({ label, value })))
}

export const link: Read = (property, { person, customLabels }) => {
  person.links.push({ label: labelOf(property, customLabels), value: textOf(property) })
}

/** An account of a network: a link if the value is one. */
export const profile: Read = (property, draft) => {
  const { customLabels, person, extras } = draft
  const value = textOf(property)
  const service = serviceOf(property, draft)
  if (/^https?:/i.test(value)) person.links.push({ label: service, value })
  else {
    const [user = accountOf(value)] = property.params.get('X-USER') ?? []
    const label = customLabels.get(property.group) ?? ''
    extras.push(line(service || 'Profile', label === service ? '' : label, user))
  }
}

/** The account of a URI such as `skype:ada` or `xmpp:ada%20l@chat.example`. */
function accountOf(uri: string) {
  const account = uri.replace(/^[a-z][\w.+-]*:(?=.)/i, '')
  try {
    return decodeURIComponent(account)
  } catch {
    return account
  }
}

/** The network is a parameter, the scheme of the URI or a type. */
function serviceOf(property: CardProperty, { customLabels }: Draft) {
  const { params, value, name } = property
  const [service] = params.get('SERVICE-TYPE') ?? params.get('X-SERVICE-TYPE') ?? []
  if (service) return capitalisedLabel(service)
  const [, scheme] = /^\s*([a-z][\w.+-]*):/i.exec(value) ?? []
  if (name === 'IMPP' && scheme)
    return scheme.length <= 3 ? scheme.toUpperCase() : capitalisedLabel(scheme.toLowerCase())
  const types = typesOf(property).filter((type) => type !== 'home' && type !== 'work')
  return labelOfTypes(types) || labelOf(property, customLabels)
}
