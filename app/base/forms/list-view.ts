/** How a screen shows a list of records (product 7.5). The first is the default. */
export const listViews = ['cards', 'rows'] as const
export type ListView = (typeof listViews)[number]

/** Records on a page of the screen. */
export const pageSizes: Record<ListView, number> = { cards: 12, rows: 40 }
