import { asciiDigits } from './digits'

/**
 * The one grammar of phone numbers, for links, matching and files (product 3.4). The functions `phone_runs` and
 * `phone_form` of the database read numbers in the same way, for searches and duplicates.
 */

export type PhoneNumber = {
  /** Digits, with a leading plus sign if the number is international. */
  dialled: string
  extension: string
  /** Country code; `0` for a national number that begins with it; empty for other national ones. */
  code: string
  /** The digits behind it, without leading zeros. */
  national: string
  /** An American number without '+' may be a national one of another country too. */
  isBareAmerican: boolean
}

/** Numbers with fewer digits say nothing about a person. */
const shortest = 7
/** Longer texts are no numbers, and take long to read. */
const longestText = 300
/** Of an international number (E.164), and of a national one with the zero before it. */
const longest = { international: 15, national: 13 }

/**
 * The link that calls a number: its digits, with a leading plus sign and an extension (RFC 3966). Of several numbers,
 * the first. None for a value that is anything else besides, because it could call somebody else.
 */
export function phoneLink(phone: string) {
  const [number] = readPhones(phone)
  return number && `tel:${number.dialled}${number.extension && `;ext=${number.extension}`}`
}

/**
 * Whether two spellings are one phone number. A national number and an international one are the same if they differ
 * in the country code only. Numbers of fewer than seven digits, with other extensions and lists of numbers are not.
 */
export function isSamePhone(one: string, other: string) {
  const [a, b] = [onlyNumber(one), onlyNumber(other)]
  if (!a || !b || a.extension !== b.extension) return false
  return readings(a).some((reading) => readings(b).some((another) => isSameReading(reading, another)))
}

type Reading = Pick<PhoneNumber, 'code' | 'national'>

const readings = (number: PhoneNumber): Reading[] =>
  number.isBareAmerican ? [number, { code: '', national: `1${number.national}` }] : [number]

const isSameReading = (a: Reading, b: Reading) =>
  a.national === b.national &&
  a.national.length >= shortest &&
  (a.code === b.code || mayBelong(a, b) || mayBelong(b, a))

/** Countries of the code 1 have no zero before a number. */
const mayBelong = ({ code }: Reading, other: Reading) => code === '' || (code === '0' && other.code !== '1')

/** Numbers that are the same have the same key. Other numbers can have it too. Empty for what is not one number. */
export function phoneKey(phone: string) {
  const { national = '' } = onlyNumber(phone) ?? {}
  return national.length < shortest ? '' : national.slice(-shortest)
}

function onlyNumber(phone: string) {
  const numbers = readPhones(phone)
  return numbers.length === 1 ? numbers[0] : undefined
}

/** The values of a cell or property of a file: each of several numbers, and `tel:` URIs (RFC 3966) in plain words. */
export function phoneValues(text: string): string[] {
  if (text.length > longestText) return [text]
  const uri = fromUri(text)
  if (uri) return [uri.number ? `${uri.number}${uri.extension && ` ext. ${uri.extension}`}` : uri.rest]
  const plain = plainText(text)
  const parts = partsOf(plain)
  if (!readOne(plain) && parts.length > 1 && parts.every(isLong)) return parts
  return [text.replace(/;ext=(\d+)/i, ' ext. $1')]
}

/** The numbers of a value. Empty if it has none, or anything besides. */
function readPhones(phone: string): PhoneNumber[] {
  if (phone.length > longestText) return []
  const uri = fromUri(phone)
  const text = plainText(uri?.number ?? phone)
  const number = readOne(text)
  if (number) return [{ ...number, extension: number.extension || (uri?.extension ?? '') }]
  const [first = '', ...others] = partsOf(text)
  const mayAbbreviate = /^[\d\s+()./-]*$/.test(text) && !/\s-\s/.test(text)
  const isOther = (part: string) =>
    isLong(part) || (mayAbbreviate && /^\d{1,4}$/.test(part) && countsOn(first, part))
  if (others.length === 0 || !isLong(first) || !others.every(isOther)) return []
  // A long number may be divided too: '+1 703 5550 / 100 1234'.
  if (others.every(isLong) && readNumber(text.replace(/\s*\/\s*|\s-\s/g, ' '))) return []
  return [first, ...others].flatMap((part) => readNumber(part) ?? [])
}

const extensionWords = [
  'ext|extn|exten|extension|extensión|extensão|x|xt|local|poste|interno|int|anexo|ramal|durchwahl|dw|nebenstelle|nst',
  'apparat|klappe|kl|toestel|tst|anknytning|ankn|lokal|linka|klapka|wew|wewn|dahili|доб|внутр|内線|内线|分机|分機',
].join('|')

const wordExtension = new RegExp(
  `[\\s,;([.:-]*(?:(?<!\\p{L})(?:${extensionWords})(?:[.:=\\s-]|no\\b)*|#\\s*)(\\d{1,7})\\s*[)\\]]?$`,
  'iu',
)
/** What a phone dials after a pause: ',12', ';12', 'p12', 'w12'. */
const pauseExtension = /\s?(?<=\d\s?)[,;pw]+(\d{1,6})$/i

/** A number with or without an extension. */
function readOne(text: string): PhoneNumber | undefined {
  const whole = readNumber(text)
  if (whole) return whole
  const found = wordExtension.exec(text) ?? pauseExtension.exec(text)
  const main = text.slice(0, found?.index ?? 0)
  const number = isLong(main) ? readNumber(main) : undefined
  return number && { ...number, extension: found?.[1] ?? '' }
}

/** Whether digits behind a number count on from its end: '020 7946 0011/12' is the numbers 11 and 12. */
function countsOn(number: string, end: string) {
  const step = Number(end) - Number(digitsOf(number).slice(-end.length))
  return step > 0 && step < 10
}

const isLong = (text: string) => digitsOf(text).length >= shortest && readNumber(text) !== undefined

/** The parts between the signs and words that divide numbers. */
const partsOf = (text: string) =>
  hours.test(text)
    ? []
    : text
        .split(/\s*[/,;|&]\s*|\s(?:-|or|and|oder|und|ou|et|o|y|e)\s|(?=\+)(?<=\d[\s)]*)/iu)
        .map((part) => part.trim())

/** Hours behind a number, such as '9-17' or '24/7'. */
const hours = /(?:\d\D*){6}\d[\s(]+(?:[01]?\d|2[0-4])(?:\.\d\d)?\s?[-/]\s?(?:[01]?\d|2[0-4])(?:\.\d\d)?(?!\d)/
/** What a list or hours put before a number: '1. 020…', '(2) 020…', '9-17 020…'. Numbers in Belarus begin with '8 0'. */
const prefixes = [
  /^[1-9]\d?[.)]\s|^\([1-9]\)\s/,
  /^\(?(?:[1-79]|[1-9]\d(?=\))|\d{1,2}[-/]\d{1,2})[\s.)/-]+\(?0(?:\D*\d){6}/,
]
/** A digit behind a whole number, or digits in brackets behind seven others or at the end, such as a priority. */
const priority = /(?:\d\D*){8}\d\d\s-?\d$|(?:\d\D*){7}\(|\d.*\([^)]*\)$|^[^(]*\)$/

/** Whether a number has digits beside it that are no part of it, or may be none. */
function hasRemark(typed: string) {
  // '020 7946 0018-19' is two numbers, but '030 123456-12' has an extension.
  const [, group = '', end = ''] = /(\d{3,})\s?-\s?(\d{1,4})$/.exec(typed) ?? []
  const isRange = group.length >= end.length && digitsOf(typed).length - end.length >= shortest
  return (
    [...prefixes, hours, priority].some((remark) => remark.test(typed)) || (isRange && countsOn(group, end))
  )
}

/** A number alone. */
function readNumber(text: string): PhoneNumber | undefined {
  const typed = text.replace(/^tel(?:ephone|efon)?[.:]*\s*(?=[+(\d])/i, '')
  if (!/^(?:[(\s]*\+)?[\d\s()./-]*[\d)]$/.test(typed) || !isOne(typed) || hasRemark(typed)) return undefined
  // A spreadsheet writes numbers with a decimal point.
  if (/^\d{7,}\.\d{1,2}$/.test(typed)) return undefined
  const compact = typed.replace(/[^\d+()]/g, '')
  const { code, national, isInternational, isBareAmerican } = phoneForm(compact)
  const digits = digitsOf(compact)
  if (!isInternational || !/^\(*(?:\+|00|011)/.test(compact))
    return digits.length > 0 && digits.length <= longest.national
      ? { dialled: digits, extension: '', code, national, isBareAmerican }
      : undefined
  const international = withoutPrefix(digitsOf(keepsZero.has(code) ? compact : withoutTrunk(compact)))
  const rest = international.slice(code.length)
  const dialled = code + (hasTrunkZero.test(code) ? rest.replace(/^0+/, '') : rest)
  const isPossible = national.length > 3 && dialled.length <= longest.international
  return isPossible ? { dialled: `+${dialled}`, extension: '', code, national, isBareAmerican } : undefined
}

/** Countries in which the zero in front is a part of the number: Italy, San Marino, the Vatican and some of Africa. */
export const keepsZero = new Set(['39', '378', '379', '225', '241', '242'])

/** Country codes, except of small countries, behind which no number begins with a zero: one there is not dialled. */
const hasTrunkZero = /^(?:2[07]|3[123]|4[013469]|5[1347]|6[0-46]|8[146]|9[0-58]|353|358|38[0157]|972)$/

/**
 * Whether '/' and ' - ' divide one number, as in '030/1234567': behind a short code that begins with '0' or '+', or
 * before a part that is too long for an abbreviation. '946 0011/12' is two numbers.
 */
function isOne(text: string) {
  const [area = '', ...rest] = text.split(/\s*\/\s*|\s-\s/).map(digitsOf)
  const [second = ''] = rest
  if (rest.length === 0) return true
  const isLocalCode =
    /^[\s(]*[+0]/.test(text) && phoneForm(text.split(/[/]|\s-\s/)[0] ?? '').national.length < shortest
  const isShort = area.length > 1 && area.length < shortest - 1
  if (rest.length > 1) return isLocalCode && rest.every(({ length }) => length === 3 || length === 4)
  return (
    area.length + second.length >= shortest &&
    (isLocalCode ? second.length > 2 : isShort && second.length > 5)
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Without the zero in brackets behind a country code. */
const withoutTrunk = (number: string) => number.replace(/(\d\)*)\(0\)/, '$1')
const withoutPrefix = (digits: string) => digits.replace(/^011(?=\d{11})/, '').replace(/^0+/, '')

/** The parts of a number of digits, '+' and brackets. Equal to `phone_form` and `is_bare_american` of the database. */
export function phoneForm(number: string) {
  const digits = digitsOf(withoutTrunk(number))
  const hasSign = /^\(*\+/.test(number)
  const isBareAmerican = !hasSign && /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits)
  const isInternational = hasSign || isBareAmerican || /^(?:00|011\d{11}|[2-9]\d{11})/.test(digits)
  if (!isInternational) {
    const code = digits.startsWith('0') ? '0' : ''
    return { isInternational, isBareAmerican, code, national: digits.replace(/^0+/, '') }
  }
  const all = withoutPrefix(digits)
  const code = all.slice(0, oneDigitCode.test(all) ? 1 : twoDigitCode.test(all) ? 2 : 3)
  return { isInternational, isBareAmerican, code, national: all.slice(code.length).replace(/^0+/, '') }
}

const oneDigitCode = /^[17]/
const twoDigitCode = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** With ASCII digits and signs, '-' for all dashes, single blanks and without invisible characters. */
function plainText(phone: string) {
  return asciiDigits(phone)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/\u00b7/g, '.')
    .trim()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, ' | ')
}

/** What a `tel:` URI says. A local number follows its context; `number` is empty if that is none. */
function fromUri(phone: string) {
  const [, rest, path = '', parameters = ''] = /^\s*tel:\/*(([^;]*)(.*))$/is.exec(phone) ?? []
  if (rest === undefined) return undefined
  const parameter = (name: string) => decoded(new RegExp(`;${name}=([^;]*)`, 'i').exec(parameters)?.[1] ?? '')
  const [number, context] = [decoded(path), parameter('phone-context')]
  const isLocal = context !== '' && !number.startsWith('+')
  const isUnknown = isLocal && !context.startsWith('+')
  return {
    number: isUnknown ? '' : isLocal ? `${context} ${number}` : number,
    extension: parameter('ext'),
    rest,
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
