import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { Icon } from '~/base/components/icons'
import { ListFailure } from '~/base/components/list-failure'
import { ListScreen } from '~/base/components/list-screen'
import { loadListPage } from '~/base/forms/list-query'
import { exampleOnScreens } from '~/jobs/example.server'
import { CircleCard, circleCardFields, circleHeadings } from '~/people/circles/circle-card'
import { circleSearch, listCircles } from '~/people/circles/circles.server'
import { ExampleNote } from '~/planning/today/example'

export const meta: MetaFunction = () => [{ title: 'Circles · Budkeeper' }]

const path = '/dashboard/AllCircles'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const [list, example] = await Promise.all([
    loadListPage(circleSearch, call, path, {
      read: (query) => listCircles(user._id, query),
    }),
    exampleOnScreens(user),
  ])
  const circles = list.circles.map((circle) => circleCardFields(circle, list.view))
  return { ...list, circles, example }
}

export default function AllCircles() {
  const { circles, totalCircles, example, ...list } = useLoaderData<typeof loader>()
  return (
    <ListScreen
      {...list}
      noun="Circle"
      items={circles}
      total={totalCircles}
      controls={<ExampleNote undo={example} />}
      columns={circleHeadings}
      nameOf={({ Name }) => Name}
      card={(circle, shown) => <CircleCard key={circle._id} circle={circle} {...shown} />}
      icon={<Icon name="circle" />}
      noResults="No circle matches that. Try another word or type."
      noItems="Your circles will appear here. Bring together those who belong together."
    />
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Circles" msg="Failed to fetch circles" retry={path} />
}
