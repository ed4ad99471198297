import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { DashboardIcon } from './dashboard-icons'
import { FieldFrame, useAriaProps } from './field'
import { Icon } from './icons'
import { addRow, isFull, type Row, type RowKind, removeRow } from './rows'
import { showToast } from './toasts'
import './row-editor.css'

type RowsProps<R extends Row> = {
  kind: RowKind<R>
  rows: R[]
  /** Without JavaScript, the user submitted the form to add a row beyond the limit. */
  isOverLimit: boolean
  /** The fields of the last form that was refused. */
  submitted?: unknown
}
type EditorProps<R extends Row> = {
  kind: RowKind<R>
  /** The id of a row that cannot be removed, because it also has inputs elsewhere. */
  keptId?: number | undefined
  /** The inputs of the row at index `n`, which had the index `submittedN` in the last refused form, or -1. */
  children: (row: R, n: number, submittedN: number) => ReactNode
  /** Content below the rows. */
  footer?: (rows: R[]) => ReactNode
}

/** Rows of inputs. Without JavaScript the buttons submit the form to add or remove a row. */
export function RowEditor<R extends Row>(props: RowsProps<R> & EditorProps<R>) {
  return <RowsEditor {...props} state={useRows(props)} />
}

/** `RowEditor` for rows whose state `useRows` has, because inputs elsewhere belong to them too. */
export function RowsEditor<R extends Row>({
  kind,
  state,
  keptId,
  children,
  footer,
}: EditorProps<R> & { state: RowsState<R> }) {
  const { list, rows, submittedIds, isLimitShown, add, remove } = state
  const { name, label } = kind
  const fragment = `#${kind.field}`
  return (
    <div className="wide">
      <ol className="rows" id={kind.field} ref={list}>
        {rows.map((row, n) => (
          <li key={row.id}>
            <fieldset>
              <legend className="visually-hidden">
                {label} {n + 1}
              </legend>
              {children(row, n, submittedIds.indexOf(row.id))}
              {rows.length > kind.minimum && row.id !== keptId && (
                <button
                  type="submit"
                  className="icon-button"
                  name="intent"
                  value={`remove-${name}-${row.id}`}
                  formAction={fragment}
                  title="Remove"
                  onClick={(event) => remove(event, row.id)}
                >
                  <DashboardIcon name="trash" label={`Remove ${label.toLowerCase()} ${n + 1}`} />
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
        {footer?.(rows)}
        <p className="limit" role="alert">
          {isLimitShown && kind.limitReached}
        </p>
      </div>
    </div>
  )
}

export type RowsState<R extends Row> = ReturnType<typeof useRows<R>>

/** The rows of an editor, as they are added and removed. */
export function useRows<R extends Row>({ kind, submitted, ...initial }: RowsProps<R>) {
  const list = useRef<HTMLOListElement>(null)
  const [rows, setRows] = useState(initial.rows)
  const [isLimitShown, setLimitShown] = useState(initial.isOverLimit)
  const submittedIds = useSubmittedIds(rows, submitted)
  const [addedId, setAddedId] = useState<number>()

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isFull(kind, rows)) {
      setLimitShown(true)
      showToast({ type: 'warning', message: kind.limitReached })
      return
    }
    const withNewRow = addRow(kind, rows)
    setRows(withNewRow)
    setAddedId(withNewRow.at(-1)?.id)
  }
  const remove = (event: FormEvent, id: number) => {
    event.preventDefault()
    setRows(removeRow(kind, rows, id))
    setLimitShown(false)
    setAddedId(undefined)
    list.current?.parentElement?.querySelector<HTMLElement>(`[value=add-${kind.name}]`)?.focus()
  }
  useEffect(() => {
    if (addedId !== undefined)
      list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus()
  }, [addedId])
  return { list, rows, submittedIds, isLimitShown, add, remove }
}

/** The ids of the rows when the form was last refused. Later ones may be added or removed. */
function useSubmittedIds(rows: Row[], submitted: unknown) {
  const [last, setLast] = useState({ submitted, ids: rows.map(({ id }) => id) })
  if (last.submitted !== submitted) setLast({ submitted, ids: rows.map(({ id }) => id) })
  return last.ids
}

/** The ids of the error and the help of a control in a row. */
export const rowFieldIds = (id: string) => ({ errorId: `${id}-error`, descriptionId: `${id}-description` })

type FieldProps = { id: string; label: ReactNode; errors: string[] | undefined }

/** A text of several lines in a row. */
export function RowTextArea({ label, id, errors, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const field = { id, errors, ...rowFieldIds(id) }
  return (
    <FieldFrame label={label} field={field}>
      <textarea
        className="input"
        id={id}
        rows={linesOf(area.defaultValue)}
        autoComplete="off"
        {...useAriaProps({ field })}
        {...area}
      />
    </FieldFrame>
  )
}

const linesOf = (text: unknown) => String(text ?? '').split('\n').length

/** An input in a row. */
export function RowInput({
  label,
  id,
  errors,
  help,
  ...input
}: FieldProps & ComponentProps<'input'> & { help?: string }) {
  const field = { id, errors, ...rowFieldIds(id) }
  return (
    <FieldFrame label={label} field={field} help={help}>
      <input className="input" id={id} autoComplete="off" {...useAriaProps({ field, help })} {...input} />
    </FieldFrame>
  )
}
