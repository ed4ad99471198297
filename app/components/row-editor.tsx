import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icons'
import { addRow, isFull, type Row, type RowKind, removeRow } from './rows'
import { showToast } from './toasts'
import './row-editor.css'

type Props<R extends Row> = {
  kind: RowKind<R>
  /** As they are at first. */
  rows: R[]
  /** One row more than there may be was asked for without JavaScript. */
  isRefused: boolean
  /** The inputs of the row that stands at `n`. */
  children: (row: R, n: number) => ReactNode
  foot?: (rows: R[]) => ReactNode
}

/** Rows of inputs. Adding and removing also works by sending the form. */
export function RowEditor<R extends Row>({ kind, rows: first, isRefused, children, foot }: Props<R>) {
  const { list, rows, isWarned, add, remove } = useRows(kind, first, isRefused)
  const { name, label } = kind
  const address = `#${name}s`
  return (
    <div className="wide">
      <ol className="rows" id={`${name}s`} ref={list}>
        {rows.map((row, n) => (
          <li key={row.id}>
            <fieldset>
              <legend className="visually-hidden">
                {label} {n + 1}
              </legend>
              {children(row, n)}
              {rows.length > kind.least && (
                <button
                  type="submit"
                  className="icon-button"
                  name="intent"
                  value={`remove-${name}-${row.id}`}
                  formAction={address}
                  title="Remove"
                  onClick={(event) => remove(event, row.id)}
                >
                  <Icon name="trash" />
                  <span className="visually-hidden">
                    Remove {label.toLowerCase()} {n + 1}
                  </span>
                </button>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="rows-foot">
        <button
          type="submit"
          className="button quiet"
          name="intent"
          value={`add-${name}`}
          formAction={address}
          onClick={add}
        >
          <Icon name="plus" />
          Add {label.toLowerCase()}
        </button>
        {foot?.(rows)}
        <p className="limit" role="alert">
          {isWarned && kind.limitReached}
        </p>
      </div>
    </div>
  )
}

function useRows<R extends Row>(kind: RowKind<R>, first: R[], isRefused: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState(first)
  const [isWarned, setWarned] = useState(isRefused)
  const [added, setAdded] = useState<number>()

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isFull(kind, rows)) {
      setWarned(true)
      showToast({ type: 'warning', message: kind.limitReached })
      return
    }
    const more = addRow(kind, rows)
    setRows(more)
    setAdded(more.at(-1)?.id)
  }
  const remove = (event: FormEvent, id: number) => {
    event.preventDefault()
    setRows(removeRow(kind, rows, id))
    setWarned(false)
    setAdded(undefined)
    list.current?.parentElement?.querySelector<HTMLElement>(`[value=add-${kind.name}]`)?.focus()
  }
  useEffect(() => {
    if (added !== undefined) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }, [added])
  return { list, rows, isWarned, add, remove }
}
