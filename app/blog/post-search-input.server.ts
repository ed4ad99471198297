import { z } from 'zod'
import { nameLength, searchLength } from '~/server/lengths'
import { text } from '~/server/rules'
import { wholeNumber } from '~/server/search'
import { allTags } from './addresses'
import { postPageSize } from './post'

const page = wholeNumber('page', 1, 1_000_000_000).default(1)
const limit = wholeNumber('limit', 1, 100).default(postPageSize)
const search = text('search', searchLength).default('')
const tag = text('tag', nameLength)
  .transform((tag) => tag || allTags)
  .default(allTags)

/** The query of the readers' list: the API's, and the screen's, where what is wrong is as if it were not there. */
export const blogSearch = {
  strict: z.object({ page, limit, tag, search }),
  lenient: z.object({
    page: page.catch(1),
    limit: z.literal(postPageSize).catch(postPageSize),
    tag: tag.catch(allTags),
    search: search.catch(''),
  }),
}

export type BlogSearch = z.infer<typeof blogSearch.strict>
