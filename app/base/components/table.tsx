import type { ReactNode } from 'react'
import './table.css'

type Props = {
  className: string
  /** For screen readers. */
  caption: string
  columns: string[]
  /** The title of a column that needs JavaScript. Without JavaScript its header is hidden. */
  jsOnlyColumn?: string
  /** The rows. */
  children: ReactNode
}

export function Table({ className, caption, columns, jsOnlyColumn, children }: Props) {
  return (
    <table className={`table ${className}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col" className={title === jsOnlyColumn ? 'js-only' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** Attributes of a button or link in a row. `rowId` is the id of the element that names the row. */
export const rowAction = (title: string, rowId: string) => ({
  className: 'icon-button',
  title,
  'aria-describedby': rowId,
})
