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

export function Day({ date }: { date: Date }) {
  const instant = date.toISOString()
  return <time dateTime={instant}>{instant.slice(0, 10)}</time>
}
