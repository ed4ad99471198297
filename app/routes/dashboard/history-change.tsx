import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { BackLink } from '~/base/components/back-link'
import { ConfirmDialog } from '~/base/components/confirm-dialog'
import { countOf, formatCount } from '~/base/components/count'
import { Time } from '~/base/components/time'
import { readFormFields } from '~/base/forms/form.server'
import { ownPath } from '~/base/forms/rules'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { historyPath, shownKept, undoMessage, viaText } from '~/data/history/change'
import { ChangedRecords, KeptList } from '~/data/history/changed-records'
import { eraseChange } from '~/data/history/erase.server'
import { findChange } from '~/data/history/history.server'
import { undoChange } from '~/data/history/undo.server'
import { deleteMarkedInTime } from '~/data/imports/delete-imports.server'

export const meta: MetaFunction = () => [{ title: 'Change · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const { kept, ...change } = await findChange(user._id, call.params.id ?? '')
    return { change, kept: kept.slice(0, shownKept), totalKept: kept.length }
  } catch (error) {
    throw await redirectWithFailure(call, historyPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readFormFields(call.request)
  const path = ownPath(form.get('returnTo'), historyPath)
  try {
    if (form.get('intent') === 'erase') {
      const { hasDiscarded } = await eraseChange(user._id, id)
      if (hasDiscarded) await deleteMarkedInTime()
      return redirectWithSuccess(historyPath, 'Change erased successfully')
    }
    return redirectWithSuccess(path, undoMessage(await undoChange(user._id, id)))
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
}

export default function HistoryChange() {
  const { change, kept, totalKept } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [isErasing, setErasing] = useState(query.has('erase'))
  const { _id, title, createdAt, undoneAt, records, totalRecords, via } = change
  const path = `${historyPath}/${_id}`
  const others = totalRecords - records.length
  return (
    <div className="history change">
      <header>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="help">
            <Time instant={createdAt} />
            {via.kind !== 'person' && ` ${viaText(via)}`}
            {undoneAt && (
              <>
                , undone on <Time instant={undoneAt} />
              </>
            )}
          </p>
          {others > 0 && (
            <p className="help">
              {countOf(totalRecords, 'record')}, the first {formatCount(records.length)} of which are shown
            </p>
          )}
          <BackLink to={historyPath}>History</BackLink>
        </div>
        <div className="change-buttons">
          {!undoneAt && (
            <Form method="post">
              <AccountField />
              <input type="hidden" name="returnTo" value={path} />
              <button type="submit" className="button" name="intent" value="undo">
                {change.kind === 'delete' ? 'Restore' : 'Undo'}
              </button>
            </Form>
          )}
          <form>
            <button
              type="submit"
              className="button bare"
              name="erase"
              value="1"
              onClick={(event) => {
                event.preventDefault()
                setErasing(true)
              }}
            >
              Erase
            </button>
          </form>
        </div>
      </header>
      {totalKept > 0 && (
        <section className="card changed-record" aria-labelledby="kept">
          <h2 id="kept">Not taken back, because it was changed or deleted since</h2>
          <KeptList kept={kept} total={totalKept} />
        </section>
      )}
      <ChangedRecords records={records} isUndone={undoneAt !== null} />
      {others > 0 && <p className="help">and {formatCount(others)} more</p>}
      {isErasing && (
        <ConfirmDialog
          title="Erase this change"
          question="It is forgotten for good and cannot be undone any more. What it deleted is erased from the whole history."
          confirm="Yes, Erase"
          action={path}
          isInitiallyOpen={query.has('erase')}
          onClose={() => setErasing(false)}
        >
          <input type="hidden" name="intent" value="erase" />
        </ConfirmDialog>
      )}
    </div>
  )
}
