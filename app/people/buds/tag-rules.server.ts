import { z } from 'zod'
import { readList } from '~/base/forms/read-list'
import { requiredLine } from '~/base/forms/rules'
import { tagLength, tagLimit, tooManyTags, uniteTags } from './tags'

const limits = { minLength: 1, maxLength: tagLength, pattern: '^[^,]*$' }

/** A comma divides the tags of a form. */
export const tag = requiredLine('Tag', tagLength)
  .refine((value) => !value.includes(','), 'A tag cannot have a comma')
  .meta(limits)

const list = z
  .array(z.unknown(), { error: 'Tags must be a list' })
  .meta({ items: { type: 'string', ...limits }, maxItems: tagLimit })

/** Tags of a bud, each once. A form has one field for all of them, which gets the first error. */
export const tags = z.preprocess(readList, list).transform((list, context): string[] => {
  const read = list.slice(0, tagLimit).map((one) => tag.safeParse(one))
  const refused = read.find(({ success }) => !success)?.error?.issues[0]?.message
  const error = list.length > tagLimit ? tooManyTags : refused
  if (error) context.addIssue({ code: 'custom', message: error })
  return uniteTags(
    read.flatMap(({ data }) => data ?? []),
    [],
  )
})

export const tagChange = z.object({ from: tag, to: tag })
export const tagQuery = z.object({ name: tag })
