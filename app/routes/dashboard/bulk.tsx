import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import type { ZodError } from 'zod'
import { requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { countOf } from '~/base/components/count'
import { EmptyState } from '~/base/components/empty-state'
import { SubmitBar } from '~/base/components/submit-bar'
import { idempotencyKey, readFormFields } from '~/base/forms/form.server'
import { ownPath } from '~/base/forms/rules'
import { validationError } from '~/base/http/endpoint.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { cadenceMaximum } from '~/people/buds/bud'
import { selectedBudsLimit, tooManyChosen } from '~/people/buds/bud-picker'
import { tagLength } from '~/people/buds/tags'
import { bulkLabels, bulkMessage, bulkPath } from '~/people/bulk/bulk'
import { changeBuds } from '~/people/bulk/bulk.server'
import { bulkInput, type Selection, selectionInput } from '~/people/bulk/bulk-input.server'
import { chosenIds, describeChosen } from '~/people/bulk/chosen.server'
import { circleChoices } from '~/people/circles/circles-of-bud.server'
import { selectionQuery, togetherPath } from '~/planning/together/together'
import '~/people/bulk/bulk.css'

export { FormAnswerOrError as ErrorBoundary } from '~/base/components/form-answer'

export const meta: MetaFunction = () => [{ title: 'Change buds · Budkeeper' }]

const list = '/dashboard'

export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return null
}

/** The bar of the list, or the page that asks what is left to ask. */
export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readFormFields(call.request)
  const back = ownPath(form.get('returnTo'), list)
  const fields = readFields(form)
  try {
    const chosen = selectionInput.safeParse(fields)
    if (!chosen.success) throw validationError(chosen.error)
    const exit = Object.hasOwn(exits, fields.action) && exits[fields.action]
    if (exit) return await exit(user._id, chosen.data)
    if (isLeftToAsk(form, fields.action)) return data(await askMore(user._id, form, chosen.data))
    return await change(user._id, form, fields, back).catch(async (error) => {
      const isOfValue = error instanceof UserError && error.details.errors
      if (!isOfValue || !isTyped(fields.action)) throw error
      return data(await askMore(user._id, form, chosen.data, error.message), { status: error.status })
    })
  } catch (error) {
    return redirectWithFailure(call, back, error)
  }
}

async function change(ownerId: string, form: FormData, fields: ReturnType<typeof readFields>, back: string) {
  const { data: bulk, error } = bulkInput.safeParse(fields)
  if (error) throw isTyped(fields.action) ? valueError(error) : validationError(error)
  const { changed, changeId } = await changeBuds(ownerId, bulk, {
    key: idempotencyKey(form.get('_id')),
    ...(bulk.action === 'delete' && { shown: Number(form.get('shown')) }),
  })
  return redirectWithUndo(back, bulkMessage(bulk.action, changed), changeId ?? undefined)
}

/** The control with the value of each action. */
const controls: Record<string, string> = {
  addTag: 'tag',
  removeTag: 'tag',
  addToCircle: 'circle',
  removeFromCircle: 'circle',
  setType: 'type',
  setCadence: 'days',
}

/** Those that are typed, which the page asks for again with what was chosen. */
const typed: Record<string, ComponentProps<'input'>> = {
  tag: { maxLength: tagLength },
  days: { type: 'number', min: 1, max: cadenceMaximum, inputMode: 'numeric' },
}
const labels: Record<string, string> = { tag: 'Tag', days: 'Days' }

const isTyped = (action: string) => (controls[action] ?? '') in typed

/** Without the words of the API. */
function valueError({ issues }: ZodError) {
  const msg = (issues[0]?.message ?? '').replace(/^value /, 'This ').replace(' or null', '')
  return new UserError(400, msg, { errors: { value: [msg] } })
}

/** Converts a submitted form to the shape of the API. */
function readFields(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const action = text('action')
  const selectors =
    text('all') === 'true'
      ? { search: text('search'), filter: text('filter'), Budtype: text('Budtype') || 'all' }
      : { ids: form.getAll('ids').map(String) }
  if (action === 'endCadence') return { ...selectors, action: 'setCadence', value: null }
  const value = action === 'logContact' ? { kind: text('kind') || 'other' } : text(controls[action] ?? '')
  return { ...selectors, action, value }
}

/** Exported ids stand in the URL. */
const exportedIdsLimit = 100

const exportAs = (format: string) => (_ownerId: string, selection: Selection) => {
  if ('ids' in selection && selection.ids.length > exportedIdsLimit)
    throw new UserError(400, `At most ${exportedIdsLimit} buds can be exported one by one`)
  const { ids, ...query } = 'ids' in selection ? { ids: selection.ids } : { ids: undefined, ...selection }
  return redirectDocument(
    `/dashboard/export?${new URLSearchParams({ format, ...query, ...(ids && { buds: ids.join(',') }) })}`,
  )
}

/** The choices that change nothing and lead elsewhere. */
const exits: Record<string, (ownerId: string, selection: Selection) => Response | Promise<Response>> = {
  csv: exportAs('csv'),
  vcf: exportAs('vcf'),
  async plan(ownerId, selection) {
    const buds = await chosenIds(ownerId, selection)
    if (buds.length > selectedBudsLimit) throw new UserError(400, tooManyChosen)
    return redirect(`${togetherPath}?${selectionQuery({ buds, circle: null, event: null })}`)
  },
}

const isOfCircle = (action: string) => controls[action] === 'circle'

/** A deletion is confirmed. The list does not load the circles. */
const isLeftToAsk = (form: FormData, action: string) =>
  (action === 'delete' && form.get('isConfirmed') !== 'true') || (isOfCircle(action) && !form.get('circle'))

const namesShown = 10

async function askMore(ownerId: string, form: FormData, selection: Selection, msg?: string) {
  const { total, names } = await describeChosen(ownerId, selection, namesShown)
  const action = String(form.get('action'))
  const asked = msg && controls[action]
  const kept = [...form].flatMap(([name, value]) =>
    name === '_account' || name === asked || typeof value !== 'string' ? [] : [{ name, value }],
  )
  return {
    action,
    total,
    names,
    kept,
    msg,
    asked: asked && { name: asked, value: String(form.get(asked) ?? '') },
    circles: isOfCircle(action) ? await circleChoices(ownerId) : undefined,
    back: ownPath(form.get('returnTo'), list),
  }
}

/** Asks for the circle, again for what was refused, or whether the buds are to be deleted. */
export default function BulkStep() {
  const step = useActionData() as Awaited<ReturnType<typeof askMore>> | undefined
  if (!step)
    return (
      <>
        <header>
          <h1 tabIndex={-1}>Selected buds</h1>
        </header>
        <EmptyState sentence="Choose buds in the list first." link={{ label: 'Show all buds', to: list }} />
      </>
    )
  const { action, total, names, kept, msg, asked, circles, back } = step
  const title = action === 'delete' ? `Delete ${countOf(total, 'bud')}` : bulkLabels[action as 'addToCircle']
  return (
    <Form method="post" action={bulkPath} className="form-page narrow bulk-step">
      <header>
        <h1 tabIndex={-1}>{title.replace('…', '')}</h1>
      </header>
      <AccountField />
      {kept.map(({ name, value }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change
        <input key={n} type="hidden" name={name} value={value} />
      ))}
      <section className="form-section">
        <div className="wide">
          <p>{countOf(total, 'bud')}:</p>
          <ul>
            {names.map(({ _id, name }) => (
              <li key={_id}>{name}</li>
            ))}
            {total > names.length && <li>and {countOf(total - names.length, 'other')}</li>}
          </ul>
        </div>
        {asked && (
          <div className="field wide">
            <label htmlFor="asked" className="label">
              {labels[asked.name]}
            </label>
            <input
              id="asked"
              className="input"
              name={asked.name}
              defaultValue={asked.value}
              aria-invalid="true"
              aria-describedby="asked-error"
              {...typed[asked.name]}
            />
            <p id="asked-error" className="error">
              {msg}
            </p>
          </div>
        )}
        {circles && <CircleSelect circles={circles} />}
        {action === 'delete' && (
          <>
            <input type="hidden" name="isConfirmed" value="true" />
            <input type="hidden" name="shown" value={total} />
          </>
        )}
      </section>
      <SubmitBar
        back={back}
        label={action === 'delete' ? 'Yes, Delete' : 'Apply'}
        isDangerous={action === 'delete'}
      />
    </Form>
  )
}

function CircleSelect({ circles }: { circles: { _id: string; Name: string }[] }) {
  if (circles.length === 0) return <p className="help">There are no circles yet.</p>
  return (
    <div className="field">
      <label htmlFor="circle">Circle</label>
      <select id="circle" className="input select" name="circle">
        {circles.map(({ _id, Name }) => (
          <option key={_id} value={_id}>
            {Name}
          </option>
        ))}
      </select>
    </div>
  )
}
