import { capitalised } from '~/base/components/initial'
import { ownRowTables } from './audited-tables.server'
import type { ChangeKind, RowImage } from './change'

/** The names that erased records have had with what a title says instead, and the parts of the names of buds. */
export type ErasedNames = { full: Map<string, string>; parts: string[] }

type NamedImage = { table: string; image: RowImage }

/** The names in images of records. An update has only the part of the name that it changed. */
export function namesIn(images: NamedImage[]): ErasedNames {
  const valuesOf = (table: string, column: string) => [
    ...new Set(
      images
        .filter((row) => row.table === table)
        .flatMap(({ image }) => (typeof image[column] === 'string' ? [image[column].trim()] : [])),
    ),
  ]
  const [firsts, surnames] = [valuesOf('buds', 'first_name'), valuesOf('buds', 'surname')]
  const full = new Map<string, string>()
  for (const [table, { type, hasMadeName }] of ownRowTables)
    if (type !== 'bud' && !hasMadeName)
      for (const name of valuesOf(table, 'name')) full.set(name, `an erased ${type}`)
  const addBud = (first: unknown, surname: unknown) => full.set(`${first} ${surname}`.trim(), 'an erased bud')
  // With many records, each part would be combined with those of all others.
  const isFew = firsts.length * surnames.length <= 10_000
  if (isFew) for (const first of firsts) for (const surname of surnames) addBud(first, surname)
  for (const { image } of images)
    if ('first_name' in image && 'surname' in image) addBud(image.first_name, image.surname)
  full.delete('')
  return { full, parts: [...firsts, ...surnames].filter((part) => part.length > 1) }
}

/** The most words and blanks of a name. */
const longestName = 100

/** The title of a change set without the names, such as 'Call with an erased bud and 2 others'. */
export function withoutNames(title: string, { full, parts }: ErasedNames, kind: ChangeKind): string {
  // The title of an import is the name of a file.
  if (kind === 'import') return fileNameWithout(title, parts)
  const words = title.split(/(\s+|'s(?=\s))/)
  for (let length = Math.min(words.length, longestName); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const instead = full.get(words.slice(from, from + length).join(''))
      if (!instead) continue
      return capitalised([...words.slice(0, from), instead, ...words.slice(from + length)].join(''))
    }
  return title
}

/** The name of a file that has a part of a person's name says nothing. */
export function fileNameWithout(name: string, parts: string[]) {
  const lower = name.toLowerCase()
  return parts.some((part) => lower.includes(part.toLowerCase())) ? 'Import' : name
}
