import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { BackLink } from '~/base/components/back-link'
import { countOf, countOrNone } from '~/base/components/count'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Menu } from '~/base/components/menu'
import { readFormFields } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { hasBuds } from '~/people/buds/buds.server'
import { budLink } from '~/people/buds/first-bud'
import { tagChange, tagQuery } from '~/people/buds/tag-rules.server'
import { type TagKind, tagLength, tagPath } from '~/people/buds/tags'
import { deleteTag, listTags, renameTag } from '~/people/buds/tags.server'
import { renameTagInLists } from '~/people/lists/smart-lists.server'
import './tags.css'

export const meta: MetaFunction = () => [{ title: 'Tags · Budkeeper' }]

const path = '/dashboard/tags'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const tags = await listTags(user._id)
  return { tags, hasBuds: tags.length > 0 || (await hasBuds(user._id)) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { intent, name, to } = Object.fromEntries(await readFormFields(call.request))
  try {
    if (intent === 'delete') {
      const { changeId } = await deleteTag(user._id, parsed(tagQuery.safeParse({ name })).name)
      return redirectWithUndo(path, 'Tag deleted successfully', changeId)
    }
    const change = parsed(tagChange.safeParse({ from: name, to }))
    const { changeId } = await renameTag(user._id, change, renameTagInLists)
    return redirectWithUndo(path, 'Tag renamed successfully', changeId)
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
}

function parsed<T>({ data, error }: { data?: T; error?: { issues: { message: string }[] } | undefined }) {
  if (error || !data) throw new UserError(400, error?.issues[0]?.message ?? 'The form is not valid')
  return data
}

/** The tags of the account, to rename, unite and delete. */
export default function Tags() {
  const { tags, hasBuds } = useLoaderData<typeof loader>()
  return (
    <div className="tags-screen">
      <ListHeader title="Tags" countText={countOrNone(tags.length, 'tag')} loadingText="Loading tags..." />
      <BackLink to="/dashboard">Buds</BackLink>
      {tags.length === 0 ? (
        <EmptyState
          sentence="A tag is a word of your own for some of your buds. Give one to a bud on its page."
          link={budLink(hasBuds)}
        />
      ) : (
        <>
          <p className="help">Give a tag the name of another one to merge the two.</p>
          <ul className="card tag-list">
            {tags.map((tag) => (
              <TagRow key={tag.name} tag={tag} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function TagRow({ tag: { name, buds } }: { tag: TagKind }) {
  return (
    <li>
      <p>
        <Link to={tagPath(name)} discover="none">
          {name}
        </Link>
        <span className="help">{countOf(buds, 'bud')}</span>
      </p>
      <Menu
        label={
          <>
            Rename<span className="visually-hidden"> {name}</span>
          </>
        }
      >
        <Form method="post">
          <AccountField />
          <input type="hidden" name="name" value={name} />
          <input
            className="input"
            name="to"
            defaultValue={name}
            maxLength={tagLength}
            required
            aria-label={`New name of ${name}`}
          />
          <button type="submit" className="button">
            Submit
          </button>
        </Form>
      </Menu>
      <Form method="post">
        <AccountField />
        <input type="hidden" name="name" value={name} />
        <button
          type="submit"
          className="button bare"
          name="intent"
          value="delete"
          aria-label={`Delete ${name}`}
        >
          Delete
        </button>
      </Form>
    </li>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Tags" msg="Failed to fetch tags" retry={path} />
}
