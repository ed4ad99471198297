import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icons'
import { addRow, isFull, type Row, type RowKind, removeRow } from './rows'
import { showToast } from './toasts'
import './row-editor.css'

type Props<R extends Row> = {
  kind: RowKind<R>
  /** The initial rows. */
  rows: R[]
  /** The form was submitted without JavaScript to add a row beyond the limit. */
  isOverLimit: boolean
  /** The inputs of the row at index `n`. */
  children: (row: R, n: number) => ReactNode
  /** Content below the rows. */
  foot?: (rows: R[]) => ReactNode
}

/** Rows of inputs. Without JavaScript the buttons submit the form to add or remove a row. */
export function RowEditor<R extends Row>({ kind, rows: initial, isOverLimit, children, foot }: Props<R>) {
  const { list, rows, isWarned, add, remove } = useRows(kind, initial, isOverLimit)
  const { name, label } = kind
  const fragment = `#${name}s`
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
              {rows.length > kind.minimum && (
                <button
                  type="submit"
                  className="icon-button"
                  name="intent"
                  value={`remove-${name}-${row.id}`}
                  formAction={fragment}
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
          formAction={fragment}
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

function useRows<R extends Row>(kind: RowKind<R>, initial: R[], isOverLimit: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState(initial)
  const [isWarned, setWarned] = useState(isOverLimit)
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
