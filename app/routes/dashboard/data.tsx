import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountTab } from '~/account/accounts/account-tab'
import { DeleteAccountSection } from '~/account/accounts/delete-account-section'
import { requireUser } from '~/account/accounts/sessions.server'
import { ExportSection } from '~/data/exports/export-section'
import { findParts, partQuery } from '~/data/exports/parts.server'
import { ImportSection } from '~/data/imports/screen/import-section'
import { PhonesSection } from '~/integrations/devices/phones-section'
import { DuplicatesSection } from '~/people/duplicates/duplicates-section'
import '~/base/components/forms.css'

export const meta: MetaFunction = () => [{ title: 'Your data · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return { parts: (await findParts(user._id)).map(partQuery) }
}

export default function YourData() {
  const { parts } = useLoaderData<typeof loader>()
  return (
    <AccountTab title="Your data" help="It is yours: take it with you, whenever you like.">
      <ImportSection />
      <ExportSection parts={parts} />
      <PhonesSection />
      <DuplicatesSection />
      <DeleteAccountSection />
    </AccountTab>
  )
}
