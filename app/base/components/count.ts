/** A number as people read it, such as '9,000'. */
export const formatCount = (count: number) => count.toLocaleString('en')

/** '1 record' or '9,000 records'. */
export const countOf = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** 'No changes', '1 change' or '9,000 changes'. */
export const countOrNone = (count: number, noun: string) =>
  count === 0 ? `No ${noun}s` : countOf(count, noun)
