import type { PlainFilter } from './bud-filter'

/** Constants of tags for browser and server. */
export const tagLimit = 20
export const tagLength = 50
/** The number of kinds in an account. */
export const tagKindLimit = 500

export const tooManyTags = `Maximum of ${tagLimit} tags`

/** Tags are equal without regard to case, and to how their accents are composed. */
export const tagKey = (tag: string) => tag.normalize().toLowerCase()

/** The tags of both lists, each once, in the spelling that comes first. */
export function uniteTags(tags: readonly string[], more: readonly string[]) {
  const united = new Map<string, string>()
  for (const tag of [...tags, ...more]) if (!united.has(tagKey(tag))) united.set(tagKey(tag), tag)
  return [...united.values()]
}

export const withoutTags = (tags: readonly string[], others: readonly string[]) => {
  const keys = new Set(others.map(tagKey))
  return tags.filter((tag) => !keys.has(tagKey(tag)))
}

/** The tags in the spelling of others that are equal. */
export const spelledLike = (tags: readonly string[], others: readonly string[]) =>
  tags.map((tag) => others.find((other) => tagKey(other) === tagKey(tag)) ?? tag)

/** The tags of a text field, where commas divide them. */
export const readTags = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

export const tagsText = (tags: readonly string[]) => tags.join(', ')

export type TagKind = { name: string; buds: number }

const wholeTag = (tag: string): PlainFilter => ({
  match: 'all',
  rules: [
    { field: 'tag', is: 'any', value: [tag] },
    { field: 'archived', is: 'either' },
  ],
})

/** The list of the buds that have a tag. */
export const tagPath = (tag: string) =>
  `/dashboard?filter=${encodeURIComponent(JSON.stringify(wholeTag(tag)))}&sort=A-Z`
