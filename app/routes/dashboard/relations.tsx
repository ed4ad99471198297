import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { BackLink } from '~/base/components/back-link'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { redirectWithFailure } from '~/base/http/toast.server'
import { fullName } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { drawingOf, titleOf } from '~/people/relations/drawing'
import { relationTitle } from '~/people/relations/relation'
import { RelationDrawing } from '~/people/relations/relation-drawing'
import { findSurroundings, readNetwork } from '~/people/relations/relations.server'
import '~/people/relations/relations.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Relations${data ? ` of ${fullName(data.bud)}` : ''} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const { network, today, ...bud } = await findSurroundings(user._id, call.params.id ?? '')
    const people = new Map([[bud._id, bud], ...network.people.map((person) => [person._id, person] as const)])
    const relationsOf = (id: string) =>
      readNetwork(id, network, today).relations.map((one) => ({ title: relationTitle(one), bud: one.bud }))
    return {
      bud,
      drawing: drawingOf(bud._id, { ties: network.ties, people }),
      list: relationsOf(bud._id).map((one) => ({
        ...one,
        further: relationsOf(one.bud._id).filter((other) => other.bud._id !== bud._id),
      })),
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

/** Who is related to a bud, and who to those, as a drawing and as a list (product 31). */
export default function Relations() {
  const { bud, drawing, list } = useLoaderData<typeof loader>()
  return (
    <div className="relations-screen">
      <header className="form-header">
        <div>
          <h1>Relations of {fullName(bud)}</h1>
          {list.length > 0 && (
            <p className="help">A thick line joins partners, a dotted one friends and others.</p>
          )}
        </div>
      </header>
      <BackLink to={`/dashboard/Bud/${bud._id}`}>{fullName(bud)}</BackLink>
      {list.length === 0 ? (
        <EmptyState
          sentence="Nothing is noted yet."
          link={{ label: 'Add relation', to: `/dashboard/AddRelation/${bud._id}`, isMain: true }}
        />
      ) : (
        <>
          <RelationList list={list} />
          <section className="card">
            <RelationDrawing id={bud._id} drawing={drawing} />
            {drawing.left > 0 && <p className="help">{drawing.left} more people stand in the list.</p>}
          </section>
        </>
      )}
    </div>
  )
}

type Props = Pick<SerializeFrom<typeof loader>, 'list'>

const RelationList = ({ list }: Props) => (
  <section className="card relation-list" aria-labelledby="relation-list">
    <h2 id="relation-list">One by one</h2>
    <ul>
      {list.map(({ title, bud: other, further }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be related in several ways
        <li key={n}>
          <BudPortrait bud={other} size="small" />
          <p>
            {title}: <Link to={`/dashboard/Bud/${other._id}`}>{titleOf(other)}</Link>
          </p>
          {further.length > 0 && (
            <ul>
              {further.map((one, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <li key={n}>
                  {one.title}: <Link to={`/dashboard/Bud/${one.bud._id}`}>{titleOf(one.bud)}</Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </section>
)
