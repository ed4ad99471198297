/**
 * Whether two spellings are one phone number. An international number and a national one are the same if they differ in
 * a country code of up to three digits only. Numbers of fewer than seven digits or with other extensions are not.
 */
export function isSamePhone(one: string, other: string) {
  const [a, b] = [parse(one), parse(other)]
  if (Math.min(a.digits.length, b.digits.length) < shortest || a.extension !== b.extension) return false
  if (a.digits === b.digits) return true
  if (a.isInternational === b.isInternational) return false
  const [national, international] = a.isInternational ? [b.digits, a.digits] : [a.digits, b.digits]
  const codeLength = international.length - national.length
  return codeLength >= 1 && codeLength <= 3 && international.endsWith(national)
}

const shortest = 7

/** Numbers that are the same have the same key. Other numbers can have it too. Empty for a number that is too short. */
export function phoneKey(phone: string) {
  const { digits } = parse(phone)
  return digits.length < shortest ? '' : digits.slice(-shortest)
}

/** The digits without the zeros that are dialled before a national number or, as in '00 44', before a country code. */
function parse(phone: string) {
  const [end = '', extension = ''] = /(?:ext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i.exec(phone) ?? []
  const number = phone.slice(0, phone.length - end.length).replace(/^(\s*\+[\d\s]+)\(0\)/, '$1')
  const digits = number.replace(/\D/g, '')
  const isNorthAmerican = /^1\d{10}$/.test(digits)
  return {
    digits: digits.replace(/^0+/, ''),
    extension,
    isInternational: /^\s*\(?\+/.test(number) || digits.startsWith('00') || isNorthAmerican,
  }
}
