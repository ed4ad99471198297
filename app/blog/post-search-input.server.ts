import type { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { listQuery, searchFilter } from '~/forms/list-query'
import { text } from '~/forms/rules'
import { allTags } from './blog-paths'

const tag = text('tag', nameLength)
  .transform((tag) => tag || allTags)
  .default(allTags)

/** The query of the public list. */
export const blogSearch = listQuery({ tag, search: searchFilter }, { screen: 9 })

export type BlogSearch = z.infer<typeof blogSearch.strict>
