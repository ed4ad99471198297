import type { ComponentProps, ReactNode } from 'react'
import { ariaProps, FieldFrame } from '~/base/components/field'
import { RowEditor, RowInput, RowTextArea, rowFieldIds } from '~/base/components/row-editor'
import { type Row, type RowKind, rowsWithIds } from '~/base/components/rows'
import { emailLength, urlLength } from '~/base/forms/lengths'
import type { Bud } from './bud-input.server'
import {
  addressKind,
  addressPartLength,
  dateKind,
  defaultDateLabel,
  emailKind,
  labelLength,
  linkKind,
  months,
  phoneKind,
  phoneLength,
  type ValueRow,
} from './contact'
import './contact-fields.css'

type Props = {
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

type Kind<R extends Row> = RowKind<R> & { inputName(n: number, part: string): string }

/** The rows of a submitted form or of the bud. */
function rowsOf<R extends Row>(kind: Kind<R>, { submitted, bud }: Props): R[] {
  const stored = (bud?.[kind.field as keyof Bud] ?? []) as object[]
  const asTexts = stored.map((row) =>
    Object.fromEntries(Object.entries(row).map(([part, value]) => [part, String(value ?? '')])),
  )
  return rowsWithIds(kind, submitted ? kind.read(submitted) : (asTexts as unknown as R[]))
}

type EditorProps<R extends Row> = {
  kind: Kind<R>
  props: Props
  children: (part: (name: string) => PartProps) => ReactNode
}
type PartProps = { id: string; name: string; defaultValue: string; errors: string[] | undefined }

/** The rows of one kind. `part` returns the props of an input. */
function ContactRows<R extends Row>({ kind, props, children }: EditorProps<R>) {
  const { formId, submitted, errors, msg } = props
  return (
    <div className={`wide contact ${kind.name}`}>
      <RowEditor
        kind={kind}
        rows={rowsOf(kind, props)}
        isOverLimit={msg === kind.limitReached}
        submitted={submitted}
      >
        {(row, n, submittedN) =>
          children((part) => ({
            id: `${formId}-${kind.field}[${n}].${part}`,
            name: kind.inputName(n, part),
            defaultValue: String(row[part as keyof R] ?? ''),
            errors: errors[`${kind.field}[${submittedN}].${part}`],
          }))
        }
      </RowEditor>
    </div>
  )
}

/** The `autocomplete` of an input. What the browser knows is the details of its own user. */
const filledBy = (token: string, { isOwn }: Props) => (isOwn ? token : 'off')

type ValueProps = { kind: Kind<ValueRow>; props: Props; labels: string } & Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoComplete'
>

function ValueRows({ kind, props, labels, ...input }: ValueProps) {
  return (
    <ContactRows kind={kind} props={props}>
      {(part) => (
        <>
          <RowInput label={kind.label} {...part('value')} {...input} />
          <RowInput label="Label" {...part('label')} maxLength={labelLength} placeholder={labels} />
        </>
      )}
    </ContactRows>
  )
}

/** Emails, phones, addresses and links. */
export function ContactFields(props: Props) {
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

/** Emails, phones and addresses. A row for the first two is open, because most people have them. */
export function ReachFields(props: Props) {
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
        inputMode="email"
        maxLength={emailLength}
        autoComplete={filledBy('email', props)}
        labels="home, work"
      />
      <ValueRows
        kind={phoneKind}
        props={props}
        type="tel"
        maxLength={phoneLength}
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

/** Days such as birthdays. The year may be empty. */
export function DateFields(props: Props) {
  return (
    <ContactRows kind={dateKind} props={props}>
      {(part) => {
        const month = { ...part('month'), ...rowFieldIds(part('month').id) }
        return (
          <>
            <RowInput
              label="Day"
              {...part('day')}
              inputMode="numeric"
              maxLength={2}
              autoComplete={filledBy('bday-day', props)}
            />
            <FieldFrame label="Month" field={month}>
              <select
                className="input select"
                id={month.id}
                name={month.name}
                defaultValue={month.defaultValue}
                autoComplete={filledBy('bday-month', props)}
                {...ariaProps({ field: month })}
              >
                <option value="" />
                {months.map((name, index) => (
                  <option key={name} value={index + 1}>
                    {name}
                  </option>
                ))}
              </select>
            </FieldFrame>
            <RowInput
              label="Year"
              {...part('year')}
              inputMode="numeric"
              maxLength={4}
              placeholder="optional"
              autoComplete={filledBy('bday-year', props)}
            />
            <RowInput
              label="Label"
              {...part('label')}
              maxLength={labelLength}
              placeholder={defaultDateLabel}
            />
          </>
        )
      }}
    </ContactRows>
  )
}
