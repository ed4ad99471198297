import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { EmptyState } from '~/base/components/empty-state'
import { Icon } from '~/base/components/icons'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { actionsOf, countText, groupsOf, otherKinds } from '~/people/find/find'
import { findQuery, findRecords } from '~/people/find/find.server'
import { FoundGroups } from '~/people/find/found-groups'
import { QuickFind } from '~/people/find/quick-find'

export const meta: MetaFunction = () => [{ title: 'Find · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { q } = findQuery.lenient.parse(Object.fromEntries(new URL(call.request.url).searchParams))
  return { q, found: await findRecords(user._id, q) }
}

/** On a desktop the field is in the top bar. */
export default function Find() {
  const { q, found } = useLoaderData<typeof loader>()
  const groups = groupsOf(found)
  return (
    <>
      <ListHeader
        title="Find"
        countText={q && `${countText(groups)} for '${q}'`}
        loadingText="Searching..."
      />
      <div className="find-on-phone">
        <QuickFind id="find" />
      </div>
      {groups.length === 0 &&
        (q === '' ? (
          <EmptyState
            icon={<Icon name="search" />}
            sentence={`Type a name, a job, a place or a phone number to find your people, ${otherKinds}.`}
          />
        ) : (
          <EmptyState
            icon={<Icon name="search" />}
            sentence="Nothing matches that. Part of a name is enough."
            link={{ label: 'Add Bud', to: '/dashboard/AddBud' }}
          />
        ))}
      <FoundGroups groups={[...groups, actionsOf(q, found)]} q={q} />
    </>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Find" msg="Failed to search" retry="/dashboard/Find" />
}
