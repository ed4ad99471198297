/** Constants of a smart list for browser and server (product 33). The rules are in `smart-list-input.server.ts`. */
export const smartListLimit = 50

export const smartListLabels = { name: 'Name', filter: 'Filter', sort: 'Sort' }

/** The list of buds of a smart list in its sort, which no cookie remembers. */
export const smartListPath = ({ _id, sort }: { _id: string; sort: string }) =>
  `/dashboard?${new URLSearchParams({ list: _id, sort, once: 'sort' })}`

/** The intent that adds the buds of a list to a form. */
export const addListIntent = 'add-list'
