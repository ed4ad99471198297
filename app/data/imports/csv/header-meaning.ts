import {
  companyContainers,
  containers,
  datePartNames,
  dateParts,
  labelled,
  neutral,
  nouns,
  qualifiers,
  undecided,
} from './headers'

/** What a header says of its column. */
type HeaderMeaning = {
  /** A mapping word, or one of `undecided`. */
  word: string
  /** The label of the values, such as 'Home'. Empty: the header has none. */
  label: string
}

const labelOfToken = new Map(
  Object.entries(qualifiers).flatMap(([label, tokens]) =>
    terms(tokens).map((token) => [token, label] as const),
  ),
)
const isContainer = setOf(containers)
const isCompany = setOf(companyContainers)
const isNeutral = setOf(neutral)

const meanings = new Map<string, HeaderMeaning>([
  ...Object.entries(nouns).flatMap(([word, headers]) => meaningsOf(word, '', headers)),
  ...[...labelled, ...dateParts].flatMap(([word, label, headers]) => meaningsOf(word, label, headers)),
])
/** By the header without its blanks, for 'FIRSTNAME'. */
const joinedMeanings = new Map(
  [...meanings].map(([header, meaning]) => [header.replaceAll(' ', ''), meaning]),
)
const partOfToken = new Map(
  Object.entries(datePartNames).flatMap(([word, tokens]) =>
    terms(tokens).map((token) => [token, word] as const),
  ),
)

function meaningsOf(word: string, label: string, headers: string) {
  return terms(headers).map((header) => [header, { word, label }] as const)
}

function setOf(list: string) {
  const set = new Set(terms(list))
  return (token: string) => set.has(token)
}

function terms(list: string) {
  return list.trim().split(/\s*[|\n]\s*/)
}

/** Lower case without accents, punctuation and numbers: 'E-Mail 2: Adresse' is 'email adresse'. */
function normalised(header: string) {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
}

/** The meaning of a header, or undefined. A qualifier such as 'Home' or 'geschäftlich' is the label. */
export function headerMeaning(header: string): HeaderMeaning | undefined {
  // The type of an address in Outlook is 'SMTP'; that of Google, with a dash, is the label.
  if (/^E-mail( \d)? Type$/i.test(header)) return { word: 'skip', label: '' }
  const tokens = normalised(header.slice(0, 100)).split(' ')
  return meaningOf(tokens) ?? meaningInContext(tokens) ?? meaningOfLabel(tokens)
}

/** Known words, or words of a typed value beside a label and words that change nothing. */
function meaningOf(tokens: string[]): HeaderMeaning | undefined {
  const whole = lookUp(tokens)
  if (whole) return whole
  const parts = tokens.length === 1 ? dividedWord(tokens[0] as string) : tokens
  const labels = parts.map((token) => labelOfToken.get(token)).filter((label) => label !== undefined)
  const nouns = parts.filter((token) => !labelOfToken.has(token) && !isNeutral(token))
  const meaning = nouns.length < parts.length ? lookUp(nouns) : undefined
  if (!meaning) return undefined
  if (labels.length === 0 && /^(?:Occupation|OccupationLocation|Location)$/.test(meaning.word)) return meaning
  return isTyped(meaning.word) ? withLabels(meaning, labels, parts.includes('mailing')) : undefined
}

function withLabels({ word, label }: HeaderMeaning, labels: string[], isMailing: boolean): HeaderMeaning {
  const isAddress = word === undecided.city && (isMailing || labels.length > 0)
  return {
    word: isAddress ? 'addresses.city' : word,
    label: [...new Set([...labels, label])].filter(Boolean).join(' '),
  }
}

const lookUp = (tokens: string[]) => {
  const meaning = meanings.get(tokens.join(' ')) ?? joinedMeanings.get(tokens.join(''))
  return tokens.length > 0 ? meaning : undefined
}

/** The words of 'HOMEPHONE': the longest part at its start or end that is a label, and the rest. */
function dividedWord(word: string): string[] {
  const known = [...labelOfToken.keys()].filter((token) => token.length > 3 && token !== word)
  const start = known.find((token) => word.startsWith(token) && joinedMeanings.has(word.slice(token.length)))
  if (start) return [start, word.slice(start.length)]
  const end = known.find((token) => word.endsWith(token) && joinedMeanings.has(word.slice(0, -token.length)))
  return end ? [word.slice(0, -end.length), end] : [word]
}

/** The meaning of a header that names what holds the value: 'Name / First Name', 'contact_email', 'Birthday Month'. */
function meaningInContext(tokens: string[]): HeaderMeaning | undefined {
  for (let end = 1; end < tokens.length; end++) {
    const context = tokens.slice(0, end).filter((token) => !isNeutral(token) && !isContainer(token))
    const rest = tokens.slice(end)
    const found = datePart(context, rest) ?? inContext(context, meaningOf(rest))
    if (found) return found
  }
  return undefined
}

function datePart(context: string[], rest: string[]): HeaderMeaning | undefined {
  const part = rest.length === 1 ? partOfToken.get(rest[0] as string) : undefined
  const date = part ? lookUp(context) : undefined
  return part && date?.word === 'dates' ? { word: part, label: date.label } : undefined
}

/** Null: the context is about somebody or something else, such as 'Spouse' or 'Group'. */
function inContext(context: string[], meaning: HeaderMeaning | undefined): HeaderMeaning | undefined {
  if (!meaning) return undefined
  const nouns = context.filter((token) => !labelOfToken.has(token))
  const labels = context.map((token) => labelOfToken.get(token)).filter((label) => label !== undefined)
  if (nouns.length > 0 && nouns.every(isCompany)) return ofCompany(meaning)
  const list = kindOf(lookUp(nouns)?.word ?? '')
  if (nouns.length > 0 && list !== kindOf(meaning.word)) return undefined
  if (labels.length > 0 && !isTyped(meaning.word)) return undefined
  return isTyped(meaning.word) ? withLabels(meaning, labels, false) : meaning
}

/** A company is never the person: its name is where the person works, and its phone is one at work. */
function ofCompany({ word, label }: HeaderMeaning): HeaderMeaning | undefined {
  if (word === 'name' || word === undecided.name) return { word: 'OccupationLocation', label: '' }
  if (word === 'Occupation' || word === undecided.title) return { word: 'Occupation', label: '' }
  if (!isTyped(word) || word === 'dates') return undefined
  return withLabels({ word, label }, ['Work'], false)
}

/** What a field is about: the parts of a name are one kind, and so are those of an address. */
function kindOf(word: string) {
  if (/^(?:\?name|name|Firstname|middleName|Surname|Nickname)$/.test(word)) return 'name'
  return word === undecided.city || word === 'Location' ? 'addresses' : (word.split('.')[0] as string)
}

/** A header that is only a label, such as 'Home' or 'Primary'. Its values say what they are. */
function meaningOfLabel(tokens: string[]): HeaderMeaning | undefined {
  const labels = tokens.map((token) => labelOfToken.get(token)).filter((label) => label !== undefined)
  if (!tokens.every((token) => labelOfToken.has(token) || isNeutral(token))) return undefined
  return { word: undecided.label, label: [...new Set(labels)].join(' ') }
}

/** Whether values of the word have labels. */
const isTyped = (word: string) =>
  /^(?:emails|phones(?:\.code)?|links|dates|addresses(?:\.(?!label).+)?)$/.test(word) ||
  word === undecided.city ||
  word === undecided.code

/** A label alone can be a value, too. */
export function isKnownHeader(header: string) {
  const meaning = headerMeaning(header)
  return meaning !== undefined && meaning.word !== undecided.label
}
