import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { ZodError } from 'zod'
import { requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { BackLink } from '~/base/components/back-link'
import { countOf } from '~/base/components/count'
import { Pagination } from '~/base/components/pagination'
import { showToast } from '~/base/components/toasts'
import { readFormFields } from '~/base/forms/form.server'
import { pageOrLast } from '~/base/forms/list-query'
import { validationError } from '~/base/http/endpoint.server'
import type { Handle } from '~/base/http/handle'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { formatLabels, type ImportState, importPath, isInProgress, stateLabels } from '~/data/imports/import'
import { importChange, rowChange, rowQuery } from '~/data/imports/import-input.server'
import { changeRow, countAdded, listRows } from '~/data/imports/import-rows.server'
import {
  applyImport,
  changeImport,
  deleteImport,
  findImport,
  undoImport,
} from '~/data/imports/imports.server'
import { ImportProgress } from '~/data/imports/screen/import-progress'
import { ImportResult, summaryOf } from '~/data/imports/screen/import-result'
import { ImportRows } from '~/data/imports/screen/import-rows'
import { ImportSettings, useChangedSettings } from '~/data/imports/screen/import-settings'

export const meta: MetaFunction = () => [{ title: 'Import · Budkeeper' }]

export const handle: Handle = {
  isInProgress: (data) => isInProgress((data as Awaited<ReturnType<typeof loader>>)?.job.state),
}

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  try {
    const job = await findImport(user._id, id)
    const query = rowQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
    const list = await pageOrLast(query, (query) => listRows(user._id, id, query))
    const added = job.state === 'applied' ? await countAdded(user._id, id) : null
    return { job, list, added, action: query.action }
  } catch (error) {
    throw await redirectWithFailure(call, importPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readFormFields(call.request)
  const path = `${importPath}/${id}`
  const here = path + new URL(call.request.url).search
  try {
    switch (form.get('intent')) {
      case 'apply':
        await applyImport(user._id, id)
        return redirect(path)
      case 'undo':
        await undoImport(user._id, id)
        return redirect(path)
      case 'delete':
        await deleteImport(user._id, id)
        return redirectWithSuccess(importPath, 'Import deleted successfully')
      case 'row':
        await changeRow(
          user._id,
          id,
          String(form.get('n')),
          rowChange.parse({ onMatch: form.get('onMatch') }),
        )
        return redirectWithSuccess(here, 'Row changed successfully')
      default: {
        await changeImport(user._id, id, importChange.parse(settingsIn(form)))
        return redirectWithSuccess(path, 'Import changed successfully')
      }
    }
  } catch (error) {
    return redirectWithFailure(call, here, error instanceof ZodError ? validationError(error) : error)
  }
}

/** The settings in the shape of the API. A checkbox that is off is not sent. */
function settingsIn(form: FormData) {
  const mapping = form.getAll('mapping')
  return {
    onMatch: form.get('onMatch') ?? undefined,
    dateOrder: form.get('dateOrder') ?? undefined,
    groups: form.get('groups') === 'true',
    ...(mapping.length > 0 && { mapping }),
  }
}

const pollInterval = 1_000

export default function Import() {
  const { job, list, added, action } = useLoaderData<typeof loader>()
  const [wasReady, setWasReady] = useState(job.state === 'ready')
  if (job.state === 'ready' && !wasReady) setWasReady(true)
  const isChecking = job.state === 'reading' && wasReady
  const changed = useChangedSettings(job.state === 'ready')
  usePolling(isInProgress(job.state))
  useOutcome(job.state, summaryOf(job))
  return (
    <div className="import">
      <header>
        <div>
          <h1 tabIndex={-1}>{job.name}</h1>
          <p className="help">
            {formatLabels[job.format]}, {countOf(job.total, 'record')}
          </p>
          <BackLink to={importPath}>Import</BackLink>
        </div>
        {!isInProgress(job.state) && (
          <Form method="post">
            <AccountField />
            <button type="submit" className="button quiet" name="intent" value="delete">
              {job.state === 'ready' ? 'Discard' : 'Remove from list'}
            </button>
          </Form>
        )}
      </header>
      {isInProgress(job.state) ? (
        <ImportProgress job={job} />
      ) : (
        <ImportResult job={job} added={added} isOutdated={changed.isSending} />
      )}
      {/* They keep the focus while a change of them is being checked. */}
      {(job.state === 'ready' || isChecking) && <ImportSettings job={job} changed={changed} />}
      {!isInProgress(job.state) && (
        <>
          <ImportRows rows={list.rows} counts={job.counts} action={action} isReady={job.state === 'ready'} />
          <Pagination page={list.currentPage} pages={list.numOfPages} />
        </>
      )}
    </div>
  )
}

/** Loads the page again while work is in progress. */
function usePolling(isActive: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [isActive, revalidate])
}

/** Says what was done once it is done, and not that it has begun, which the page shows. */
function useOutcome(state: ImportState, summary: string) {
  const previous = useRef(state)
  useEffect(() => {
    const isDone = previous.current !== state && (state === 'applied' || state === 'undone')
    previous.current = state
    if (isDone) showToast({ type: 'success', message: `${stateLabels[state]}: ${summary}` })
  }, [state, summary])
}
