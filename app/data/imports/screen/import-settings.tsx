import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'
import { budLabels } from '~/people/buds/bud-fields'
import '~/base/components/forms.css'
import type { FileColumn, ImportFormat, ImportState, MatchRule } from '~/data/imports/import'
import { mappingWords } from '~/data/imports/mapping'
import './import.css'

type Job = {
  state: ImportState
  format: ImportFormat
  onMatch: MatchRule
  dateOrder: string | null
  groups: boolean
  needsDateOrder: boolean
  mapping: (string | null)[] | null
  columns: FileColumn[]
  total: number
}

const ruleLabels: Record<MatchRule, string> = {
  fill: 'Fill what is empty',
  replace: 'Replace what differs',
  skip: 'Leave them as they are',
  add: 'Add them as new buds',
}

const wordLabels: Record<string, string> = {
  ...budLabels,
  _id: 'Id',
  name: 'Full name',
  middleName: 'Middle name',
  customFields: 'Custom field',
  groups: 'Groups',
  skip: 'Leave out',
}

const labelOf = (word: string) => {
  const [field = '', part] = word.split('.')
  const label = wordLabels[field]
  return part ? `${label}: ${part}` : label
}

/** How the records are read and what happens to buds that are known. */
export function ImportSettings({ job, changed }: { job: Job; changed: ChangedSettings }) {
  const { format, onMatch, groups, mapping, columns } = job
  const isHydrated = useHydrated()
  return (
    <Form method="post" className="card import-settings" ref={changed.form} onChange={changed.send}>
      <AccountField />
      <h2>Settings</h2>
      <div className="field">
        <label htmlFor="onMatch">People who are in Budkeeper already</label>
        <select className="input select" id="onMatch" name="onMatch" defaultValue={onMatch}>
          {Object.entries(ruleLabels).map(([rule, label]) => (
            <option key={rule} value={rule}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {mapping?.includes('dates') && <DateOrderField {...job} />}
      <label className="check">
        <input type="checkbox" name="groups" value="true" defaultChecked={groups} /> Make circles of groups
        and categories
      </label>
      {mapping && format !== 'vcard' && (
        <MappingTable columns={columns} mapping={mapping} total={job.total} />
      )}
      {!isHydrated && (
        <button type="submit" className="button quiet">
          Check again
        </button>
      )}
    </Form>
  )
}

function DateOrderField({ dateOrder, needsDateOrder }: Pick<Job, 'dateOrder' | 'needsDateOrder'>) {
  return (
    <div className="field">
      <label htmlFor="dateOrder">Order of day and month</label>
      <select
        className="input select"
        id="dateOrder"
        name="dateOrder"
        defaultValue={dateOrder ?? ''}
        aria-invalid={needsDateOrder || undefined}
        aria-describedby={needsDateOrder ? 'dateOrder-error' : undefined}
      >
        <option value="">{needsDateOrder ? 'Choose the order' : 'As the dates say'}</option>
        <option value="dmy">Day, month, year</option>
        <option value="mdy">Month, day, year</option>
      </select>
      {needsDateOrder && (
        <p className="error" id="dateOrder-error">
          The dates of the file, such as 3/4/1990, do not say which comes first.
        </p>
      )}
    </div>
  )
}

/** Whether a control has another value than the page that the server sent. */
function isOtherChoice(control: Element) {
  if (control instanceof HTMLInputElement) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return false
  const [first] = control.options
  const sent = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? first
  return control.value !== sent?.value
}

type ChangedSettings = ReturnType<typeof useChangedSettings>

/** Sends the settings once they are changed, after the end of an earlier check. `isSending` is true until they arrived. */
export function useChangedSettings(isReady: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const { state, formData } = useNavigation()
  const isIdle = state === 'idle'
  const [isChanged, setChanged] = useState(false)
  // What was chosen before the page hydrated.
  useEffect(() => setChanged([...(form.current?.elements ?? [])].some(isOtherChoice)), [])
  useEffect(() => {
    if (!isChanged || !isReady || !isIdle) return
    setChanged(false)
    submit(form.current, { preventScrollReset: true })
  }, [isChanged, isReady, isIdle, submit])
  const isSending = isChanged || Boolean(formData?.has('onMatch') && !formData.has('intent'))
  return { form, isSending, send: () => setChanged(true) }
}

function MappingTable({
  columns,
  mapping,
  total,
}: {
  columns: FileColumn[]
  mapping: (string | null)[]
  total: number
}) {
  return (
    <details className="mapping">
      <summary>
        Columns <Icon name="chevron-down" />
      </summary>
      <ul>
        {columns.map(({ name, examples, filled }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position
          <li className="mapping-column" key={n}>
            <div>
              <label htmlFor={`column-${n}`}>{name}</label>
              <p className="help">
                {examples.join(' · ') || 'Empty'} ({Math.round((100 * filled) / Math.max(total, 1))} % filled)
              </p>
            </div>
            <select
              className="input select"
              id={`column-${n}`}
              name="mapping"
              defaultValue={mapping[n] ?? ''}
            >
              <option value="">Notes</option>
              {mappingWords.map((word) => (
                <option key={word} value={word}>
                  {labelOf(word)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  )
}
