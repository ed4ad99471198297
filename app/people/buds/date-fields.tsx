import { FieldFrame, useAriaProps } from '~/base/components/field'
import { RowInput, rowFieldIds } from '~/base/components/row-editor'
import { type DateRow, dateKind, dayTextLength, labelLength } from './contact'
import {
  type ContactProps,
  ContactRows,
  type FirstRow,
  FirstValue,
  filledBy,
  type PartProps,
  RowLabel,
} from './contact-fields'
import { dayText, defaultDateLabel, months } from './contact-lines'

/** Days such as birthdays, each in one text as people write it. */
export function WrittenDateFields(props: ContactProps) {
  const dates = (props.bud?.dates ?? []).map((date) => ({ ...date, text: dayText(date) }))
  return (
    <ContactRows kind={dateKind} props={{ ...props, bud: { dates } }} className="written-date">
      {(part) => (
        <>
          <RowInput
            label={dateKind.label}
            {...part('text')}
            maxLength={dayTextLength}
            help="For example 3 May or 3 May 1990"
          />
          <RowInput label="Label" {...part('label')} maxLength={labelLength} placeholder={defaultDateLabel} />
        </>
      )}
    </ContactRows>
  )
}

/** Days such as birthdays. The year may be empty. */
export function DateFields({ birthday, ...props }: ContactProps & { birthday?: FirstRow<DateRow> }) {
  return (
    <ContactRows kind={dateKind} props={props} first={birthday}>
      {(part, isFirst) => (
        <>
          {isFirst ? (
            <FirstValue label={defaultDateLabel} parts={[part('day'), part('month'), part('year')]} />
          ) : (
            <DayInputs part={part} isOwn={props.isOwn} />
          )}
          <RowInput
            label={<RowLabel of={isFirst && 'the birthday'} />}
            {...part('label')}
            maxLength={labelLength}
            placeholder={defaultDateLabel}
          />
        </>
      )}
    </ContactRows>
  )
}

type DayProps = {
  part: (name: string) => PartProps
  isOwn: boolean | undefined
  /** Texts in the empty fields. */
  hints?: { day?: string; month?: string; year: string }
}

/** Day, month and year of a date. */
export function DayInputs({ part, isOwn, hints = { year: 'optional' } }: DayProps) {
  const month = { ...part('month'), ...rowFieldIds(part('month').id) }
  return (
    <>
      <RowInput
        label="Day"
        {...part('day')}
        inputMode="numeric"
        maxLength={2}
        placeholder={hints.day}
        autoComplete={filledBy('bday-day', { isOwn })}
      />
      <FieldFrame label="Month" field={month}>
        <select
          className="input select"
          id={month.id}
          name={month.name}
          defaultValue={month.defaultValue}
          autoComplete={filledBy('bday-month', { isOwn })}
          {...useAriaProps({ field: month })}
        >
          <option value="">{hints.month}</option>
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
        placeholder={hints.year}
        autoComplete={filledBy('bday-year', { isOwn })}
      />
    </>
  )
}
