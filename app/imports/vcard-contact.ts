import { phoneValues } from '~/buds/phone-numbers'
import type { CardProperty } from './vcard'
import type { Read } from './vcard-draft'
import { type Draft, line, textOf } from './vcard-draft'
import { capitalised, labelOf, labelOfTypes, typesOf } from './vcard-label'

/** Ways to reach a person. */

export const email: Read = (property, { person, customLabels }) => {
  const text = textOf(property).replace(/^mailto:/i, '')
  const [, address = text] = /<([^<>\s]{1,400})>$/.exec(text) ?? []
  person.emails.push({ label: labelOf(property, customLabels), value: address })
}

export const phone: Read = (property, { person, customLabels }) => {
  const label = labelOf(property, customLabels)
  person.phones.push(...phoneValues(textOf(property)).map((value) => ({ label, value })))
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
  if (service) return capitalised(service)
  const [, scheme] = /^\s*([a-z][\w.+-]*):/i.exec(value) ?? []
  if (name === 'IMPP' && scheme)
    return scheme.length <= 3 ? scheme.toUpperCase() : capitalised(scheme.toLowerCase())
  const types = typesOf(property).filter((type) => type !== 'home' && type !== 'work')
  return labelOfTypes(types) || labelOf(property, customLabels)
}
