import type { ListView } from '~/base/forms/list-view'
import { type DeleteButtonProps, ListCard, type ListItemProps } from './list-card'
import { ListRow } from './list-row'

/** How a list shows its items. */
export type Shown = {
  view: ListView
  discover: ListItemProps['discover']
  deleteButton: DeleteButtonProps
  /** The level of the item's heading. By default h2. */
  heading?: 'h2' | 'h3'
  /** Whether rows are those of a table. */
  isTable?: boolean
}

/** A record in a list, as a card or a row. */
export function ListItem({ view, ...item }: ListItemProps & Shown) {
  return view === 'rows' ? <ListRow {...item} /> : <ListCard {...item} />
}
