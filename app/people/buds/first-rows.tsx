import { useState } from 'react'
import { RowInput, useRows } from '~/base/components/row-editor'
import type { Row } from '~/base/components/rows'
import { type DateRow, dateKind, emailKind, phoneKind, type ValueRow } from './contact'
import {
  type ContactKind,
  type ContactProps,
  emailInput,
  type FirstRow,
  partsOf,
  phoneInput,
  rowsOf,
} from './contact-fields'
import { defaultDateLabel } from './contact-lines'
import { DayInputs } from './date-fields'

/**
 * The email, the phone and the birthday at the start of the form of a bud. They are rows of the lists of their kinds: the
 * sections below have their labels and the other rows.
 */
export function useFirstRows(props: ContactProps) {
  return {
    email: useFirstRow(emailKind, props, rowsOf(emailKind, props), () => true),
    phone: useFirstRow(phoneKind, props, rowsOf(phoneKind, props), () => true),
    birthday: useFirstRow(dateKind, props, withBirthday(rowsOf(dateKind, props)), isBirthday),
  }
}

function useFirstRow<R extends Row>(
  kind: ContactKind<R>,
  { msg, submitted }: ContactProps,
  rows: R[],
  isFirst: (row: R) => boolean,
): FirstRow<R> {
  const state = useRows({ kind, rows, isOverLimit: msg === kind.limitReached, submitted })
  const [id] = useState(() => state.rows.find(isFirst)?.id ?? 0)
  return { id, state }
}

const isBirthday = ({ label }: DateRow) => label.trim().toLowerCase() === defaultDateLabel.toLowerCase()

/** The dates in their order, with an empty birthday if none of them is one. The label keeps an empty row in a form. */
function withBirthday(rows: DateRow[]): DateRow[] {
  if (rows.some(isBirthday)) return rows
  const isBlank = ({ id: _, ...parts }: DateRow) => Object.values(parts).every((part) => part === '')
  const others = rows.length === 1 ? rows.filter((row) => !isBlank(row)) : rows
  return [...others, { ...dateKind.empty, label: defaultDateLabel, id: others.length }]
}

/** Whether the section of a first row has something to show. */
export function hasMore<R extends ValueRow | DateRow>({ id, state: { rows } }: FirstRow<R>) {
  const label = rows.find((row) => row.id === id)?.label
  return rows.length > 1 || (label !== '' && label !== defaultDateLabel)
}

const hints = { day: 'Day', month: 'Month', year: 'Year' }

type Props = { props: ContactProps; first: ReturnType<typeof useFirstRows> }

export function FirstRows({ props, first }: Props) {
  return (
    <>
      <RowInput
        label={phoneKind.label}
        {...partsOfFirst(phoneKind, props, first.phone)('value')}
        {...phoneInput}
      />
      <RowInput
        label={emailKind.label}
        {...partsOfFirst(emailKind, props, first.email)('value')}
        {...emailInput}
      />
      <fieldset className="birthday">
        <legend>{defaultDateLabel}</legend>
        <DayInputs part={partsOfFirst(dateKind, props, first.birthday)} isOwn={props.isOwn} hints={hints} />
      </fieldset>
    </>
  )
}

function partsOfFirst<R extends Row>(kind: ContactKind<R>, props: ContactProps, { id, state }: FirstRow<R>) {
  const n = state.rows.findIndex((row) => row.id === id)
  return partsOf(kind, props, n, state.submittedIds.indexOf(id), state.rows[n] as R)
}
