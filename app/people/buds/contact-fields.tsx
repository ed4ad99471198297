import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { RowInput, RowsEditor, type RowsState, RowTextArea, useRows } from '~/base/components/row-editor'
import { type Row, type RowKind, rowsWithIds } from '~/base/components/rows'
import { emailLength, urlLength } from '~/base/forms/lengths'
import type { Bud } from './bud-input.server'
import {
  addressKind,
  addressPartLength,
  emailKind,
  labelLength,
  linkKind,
  phoneKind,
  phoneLength,
  type ValueRow,
} from './contact'
import { months } from './contact-lines'
import './contact-fields.css'

export type ContactProps = {
  formId: string
  bud: Partial<Bud> | undefined
  /** The fields of a form that was refused. */
  submitted: Record<string, unknown> | null | undefined
  /** Errors such as `emails[0].value`, by the index of the row. */
  errors: Record<string, string[]>
  /** Without JavaScript, the message of a row beyond a limit. */
  msg: string | undefined
  /** Whether people fill in their own details, which browsers then offer (WCAG 1.3.5). */
  isOwn?: boolean
}

export type ContactKind<R extends Row> = RowKind<R> & { inputName(n: number, part: string): string }

/** The rows of a submitted form or of the bud. */
export function rowsOf<R extends Row>(kind: ContactKind<R>, { submitted, bud }: ContactProps): R[] {
  const stored = (bud?.[kind.field as keyof Bud] ?? []) as object[]
  const asTexts = stored.map((row) =>
    Object.fromEntries(Object.entries(row).map(([part, value]) => [part, String(value ?? '')])),
  )
  return rowsWithIds(kind, submitted ? kind.read(submitted) : (asTexts as unknown as R[]))
}

export type PartProps = { id: string; name: string; defaultValue: string; errors: string[] | undefined }

/** Returns the props of the input of a part of a row. */
export function partsOf<R extends Row>(
  kind: ContactKind<R>,
  { formId, errors }: ContactProps,
  n: number,
  submittedN: number,
  row: R,
) {
  return (part: string): PartProps => ({
    id: `${formId}-${kind.field}[${n}].${part}`,
    name: kind.inputName(n, part),
    defaultValue: String(row[part as keyof R] ?? ''),
    errors: errors[`${kind.field}[${submittedN}].${part}`],
  })
}

/** A row that stands at the start of a form too, and the state of the rows of its kind. */
export type FirstRow<R extends Row> = { id: number; state: RowsState<R> }

type EditorOf<R extends Row> = {
  kind: ContactKind<R>
  props: ContactProps
  first?: FirstRow<R> | undefined
}
type EditorProps<R extends Row> = EditorOf<R> & {
  className?: string
  children: (part: (name: string) => PartProps, isFirst: boolean) => ReactNode
}

/** The rows of one kind. `part` returns the props of an input. */
export function ContactRows<R extends Row>({ kind, props, first, className, children }: EditorProps<R>) {
  const { submitted, msg } = props
  const own = useRows({ kind, rows: rowsOf(kind, props), isOverLimit: msg === kind.limitReached, submitted })
  return (
    <div className={`wide contact ${className ?? kind.name}`}>
      <RowsEditor kind={kind} state={first?.state ?? own} keptId={first?.id}>
        {(row, n, submittedN) => children(partsOf(kind, props, n, submittedN, row), row.id === first?.id)}
      </RowsEditor>
    </div>
  )
}

/** The `autocomplete` of an input. What the browser knows is the details of its own user. */
export const filledBy = (token: string, { isOwn }: Pick<ContactProps, 'isOwn'>) => (isOwn ? token : 'off')

type ValueProps = EditorOf<ValueRow> & { labels: string } & Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoComplete'
  >

/** What the label of a first row is about: the value, as it is typed at the start of the form. */
export function FirstValue({ label, parts }: { label: string; parts: PartProps[] }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
      const { id, value } = target
      if (parts.some((part) => part.id === id)) setTyped((typed) => ({ ...typed, [id]: value }))
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  })
  const values = parts.map(({ id, name, defaultValue }) => {
    const value = typed[id] ?? defaultValue
    return name.endsWith('Month') ? months[Number(value) - 1] : value
  })
  return (
    <p className="first-value">
      <span>{label}</span> <span className="value">{values.filter(Boolean).join(' ') || 'none yet'}</span>
    </p>
  )
}

/** The heading of the label of a row. That of a first row stands beside the value that it is about. */
export const RowLabel = ({ of }: { of: string | false }) => (
  <>Label{of && <span className="visually-hidden"> of {of}</span>}</>
)

/** The value of a first row stands at the start of the form, its label here. */
function ValueRows({ kind, props, first, labels, ...input }: ValueProps) {
  const noun = kind.label.toLowerCase()
  return (
    <ContactRows kind={kind} props={props} first={first}>
      {(part, isFirst) => (
        <>
          {isFirst ? (
            <FirstValue label={kind.label} parts={[part('value')]} />
          ) : (
            <RowInput label={kind.label} {...part('value')} {...input} />
          )}
          <RowInput
            label={<RowLabel of={isFirst && `the first ${noun}`} />}
            {...part('label')}
            maxLength={labelLength}
            placeholder={labels}
          />
        </>
      )}
    </ContactRows>
  )
}

type Firsts = { email?: FirstRow<ValueRow>; phone?: FirstRow<ValueRow> }

/** Emails, phones, addresses and links. */
export function ContactFields(props: ContactProps & Firsts) {
  return (
    <>
      <ReachFields {...props} />
      <ValueRows
        kind={linkKind}
        props={props}
        inputMode="url"
        maxLength={urlLength}
        placeholder="example.com"
        labels="website, profile"
      />
    </>
  )
}

export const emailInput = { inputMode: 'email', maxLength: emailLength } as const
export const phoneInput = { type: 'tel', maxLength: phoneLength } as const

/** Emails, phones and addresses. A row for the first two is open, because most people have them. */
export function ReachFields({ email, phone, ...props }: ContactProps & Firsts) {
  const addressPart = (part: PartProps, token: string) => ({
    ...part,
    maxLength: addressPartLength,
    autoComplete: filledBy(token, props),
  })
  return (
    <>
      <ValueRows
        kind={emailKind}
        props={props}
        first={email}
        {...emailInput}
        autoComplete={filledBy('email', props)}
        labels="home, work"
      />
      <ValueRows
        kind={phoneKind}
        props={props}
        first={phone}
        {...phoneInput}
        autoComplete={filledBy('tel', props)}
        labels="mobile, home"
      />
      <ContactRows kind={addressKind} props={props}>
        {(part) => (
          <>
            <RowTextArea label="Street" {...addressPart(part('street'), 'street-address')} />
            <RowInput label="City" {...addressPart(part('city'), 'address-level2')} />
            <RowInput label="Region" {...addressPart(part('region'), 'address-level1')} />
            <RowInput label="Postcode" {...addressPart(part('postcode'), 'postal-code')} />
            <RowInput label="Country" {...addressPart(part('country'), 'country-name')} />
            <RowInput label="Label" {...part('label')} maxLength={labelLength} placeholder="home, work" />
          </>
        )}
      </ContactRows>
    </>
  )
}
