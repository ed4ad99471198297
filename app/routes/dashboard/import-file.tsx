import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { BackLink } from '~/base/components/back-link'
import { Pagination } from '~/base/components/pagination'
import { pageOrLast } from '~/base/forms/list-query'
import { readFile } from '~/base/http/body.server'
import { UserError } from '~/base/node/errors'
import { fileLimit, importPath } from '~/data/imports/import'
import { importQuery } from '~/data/imports/import-input.server'
import { listImports, receiveImport } from '~/data/imports/imports.server'
import { ImportForm } from '~/data/imports/screen/import-form'
import { ImportList } from '~/data/imports/screen/import-list'

export const meta: MetaFunction = () => [{ title: 'Import · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = importQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  return pageOrLast(query, (query) => listImports(user._id, query))
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    const { _id } = await receiveImport(user, call, () => readFile(call.request, 'file', fileLimit))
    return redirect(`${importPath}/${_id}`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return data({ msg: error.msg }, { status: error.status })
  }
}

export default function ImportFile() {
  const { imports, numOfPages, currentPage } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <div className="import">
      <header>
        <div>
          <h1 tabIndex={-1}>Import</h1>
          <p className="help">Bring people from your phone, your mail program or a spreadsheet.</p>
          <BackLink to="/dashboard/data">Your data</BackLink>
        </div>
      </header>
      <section className="card">
        <ImportForm error={refused?.msg} />
      </section>
      {imports.length > 0 && (
        <section aria-labelledby="imports">
          <h2 id="imports">Your imports</h2>
          <ImportList imports={imports} />
          <Pagination page={currentPage} pages={numOfPages} />
        </section>
      )}
    </div>
  )
}
