import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountTabs } from '~/accounts/AccountTabs'
import { DeleteAccountSection } from '~/accounts/DeleteAccountSection'
import { requireUser } from '~/accounts/sessions.server'
import { DuplicatesSection } from '~/duplicates/DuplicatesSection'
import { ExportSection } from '~/exports/ExportSection'
import { findParts, partQuery } from '~/exports/parts.server'
import { ImportSection } from '~/imports/ImportSection'
import '~/components/forms.css'

export const meta: MetaFunction = () => [{ title: 'Your data · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return { parts: (await findParts(user._id)).map(partQuery) }
}

export default function YourData() {
  const { parts } = useLoaderData<typeof loader>()
  return (
    <div className="account">
      <AccountTabs />
      <div className="form-page narrow">
        <header className="form-header">
          <div>
            <h1>Your data</h1>
            <p className="help">It is yours: take it with you, whenever you like.</p>
          </div>
        </header>
        <ImportSection />
        <ExportSection parts={parts} />
        <DuplicatesSection />
        <DeleteAccountSection />
      </div>
    </div>
  )
}
