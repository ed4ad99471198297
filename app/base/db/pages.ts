type Page = { page: number; limit: number }

/** The rows of a page. The highest integer of PostgreSQL is 2,147,483,647. */
export const rangeOf = ({ page, limit }: Page) => ({
  limit,
  offset: Math.min((page - 1) * limit, 2_000_000_000),
})

/** What the body of a list says of its pages. */
export const pagesOf = (total: number, { page, limit }: Page) => ({
  numOfPages: Math.ceil(total / limit),
  currentPage: page,
})
