import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { Suspense } from 'react'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { isDemoAccount, type User } from '~/account/users/user'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ListScreen } from '~/base/components/list-screen'
import { isNarrowed } from '~/base/components/list-search'
import { dayOfInstant } from '~/base/components/time'
import { clock } from '~/base/db/clock.server'
import { idOfNewRecord, invalidForm, parseFields, readTypedForm, refuseForm } from '~/base/forms/form.server'
import { loadListPage } from '~/base/forms/list-query'
import { pageSizes } from '~/base/forms/list-view'
import { text } from '~/base/forms/rules'
import { redirectWithFailure, redirectWithSuccess, redirectWithUndo } from '~/base/http/toast.server'
import { importPath } from '~/data/imports/import'
import { splitFullName } from '~/data/imports/reading/full-name'
import { ImportByDrop } from '~/data/imports/screen/import-form'
import { addExample, exampleOnScreens } from '~/jobs/example.server'
import { AddNames } from '~/people/buds/add-names'
import { besideList } from '~/people/buds/beside-list'
import { fullName } from '~/people/buds/bud'
import { BudCard, budCardFields, budHeadings, contactOf } from '~/people/buds/bud-card'
import { archivedPath, ruleText } from '~/people/buds/bud-filter'
import { filterOf } from '~/people/buds/bud-filter.server'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { budSearch, createBuds, hasBuds, listBuds } from '~/people/buds/buds.server'
import { FilterBar } from '~/people/buds/filter-bar'
import { FilterForm } from '~/people/buds/filter-form'
import { BulkBar, SelectBud } from '~/people/bulk/bulk-bar'
import { chooseFilter, filterLinks, listParameters } from '~/people/lists/chosen-filter.server'
import { filterChoices, namesOf } from '~/people/lists/filter-choices.server'
import { ExampleNote, exampleIntent, LookAtExample } from '~/planning/today/example'

export const meta: MetaFunction = () => [{ title: 'Buds · Budkeeper' }]

const path = '/dashboard'

export async function loader(call: LoaderFunctionArgs) {
  const { user, timeZone, lists } = await requireSession(call)
  const chosen = chooseFilter(new URL(call.request.url).searchParams, lists)
  const { filter, draft, list: smartList } = chosen
  const rules = filterOf(filter)
  const listed = listParameters(chosen)
  const [list, example, choices] = await Promise.all([
    loadListPage(budSearch, call, path, {
      read: (query) => listBuds(user._id, query),
      chosen: { filter },
      kept: { ...listed, ...(chosen.isChanged && { filter }) },
      cleared: smartList ? { ...listed, sort: smartList.sort } : {},
    }),
    exampleOnScreens(user),
    filterChoices(user._id, draft?.rules ?? rules?.rules ?? []),
    draft && FilterForm.prepare(),
  ])
  const nameOf = namesOf(choices)
  const isNobodyListed = list.totalBuds === 0 && !isNarrowed(list.search) && !rules
  const today = dayOfInstant(clock.now(), timeZone)
  const buds = list.buds.map((bud) => ({
    ...budCardFields(bud),
    contact: list.view === 'rows' ? contactOf(bud, today) : undefined,
  }))
  return {
    ...list,
    buds,
    newId: uuid(),
    isDemo: isDemoAccount(user),
    example,
    choices,
    filter: rules && {
      words: rules.rules.map((rule) => ruleText(rule, nameOf)),
      isAny: rules.match === 'any',
      isOfList: smartList !== undefined && !chosen.isChanged,
    },
    ...filterLinks(list.search, chosen, rules),
    draft,
    archived: isNobodyListed && (await hasBuds(user._id)) ? archivedPath : null,
    error: chosen.error,
    smartList: smartList && { _id: smartList._id, name: smartList.name },
  }
}

/** Adds the buds of 'Add names'. */
export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readTypedForm(call.request)
  const submission = parseFields(form, namesForm)
  if (submission.payload.intent === exampleIntent) return showExample(call, user)
  if (submission.status !== 'success') return invalidForm(submission)
  const { names } = submission.value
  try {
    const changeId = await createBuds(user._id, names, idOfNewRecord(submission))
    const message = names.length === 1 ? 'Bud added successfully' : `${names.length} buds added successfully`
    return redirectWithUndo(path, message, changeId)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

async function showExample(call: ActionFunctionArgs, user: User) {
  try {
    await addExample(user)
    return redirectWithSuccess(path, 'The example has been added')
  } catch (error) {
    return redirectWithFailure(call, path, error)
  }
}

const namesLimit = 50

const namesForm = z.object({
  names: text('Names', 10_000)
    .default('')
    .transform((names, context) => {
      const lines = names.split('\n').filter((line) => line.trim() !== '')
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (lines.length === 0) refuse('Write at least one name')
      if (lines.length > namesLimit) refuse(`At most ${namesLimit} names can be added at once`)
      return lines.flatMap((line) => readName(line, refuse))
    }),
})

/** The bud of a line. What a bud has no field for, such as a title, stays beside its name. */
function readName(line: string, refuse: (message: string) => void): BudInput[] {
  const { prefix, suffix, remark, ...name } = splitFullName(line)
  const bud = budInput.safeParse({
    Firstname: `${prefix} ${name.Firstname}`,
    Surname: [name.Surname, suffix, remark && `(${remark})`].filter(Boolean).join(' '),
  })
  if (!bud.success) refuse(`'${line.trim().slice(0, 60)}': ${bud.error.issues[0]?.message}`)
  return bud.success ? [bud.data] : []
}

const firstSentence = 'Your people will appear here. Begin with someone you want to keep close.'

export default function Buds() {
  const { buds, totalBuds, newId, isDemo, example, ...list } = useLoaderData<typeof loader>()
  const { filter, draft, choices, smartList } = list
  const { filter: filterText = '', sort = '' } = list.search.values
  const query = new URLSearchParams({ filter: filterText, sort })
  const actionData = useActionData<typeof action>()
  const { pathname, search } = useLocation()
  const state = besideList(pathname + search, {
    ...list.search.values,
    page: String(list.currentPage),
    limit: String(pageSizes[list.view]),
  })
  const isFirst = totalBuds === 0 && !isNarrowed(list.search) && !filter && !list.archived
  return (
    <>
      <ImportByDrop />
      <ListScreen
        {...list}
        noun="Bud"
        title={smartList?.name}
        items={buds}
        total={totalBuds}
        // Depends on the number of buds on this page, not on the total (product 3.3).
        isPlural={buds.length > 1}
        nameOf={fullName}
        columns={budHeadings}
        card={(bud, shown) => (
          <BudCard
            key={bud._id}
            bud={bud}
            state={state}
            select={<SelectBud _id={bud._id} name={fullName(bud)} />}
            {...shown}
          />
        )}
        selection={
          <BulkBar total={totalBuds} shown={buds.length} values={list.search.values} newId={newId} />
        }
        controls={
          <>
            <ExampleNote undo={example} />
            {draft ? (
              <Suspense>
                <FilterForm draft={draft} choices={choices} error={list.error} kept={list.kept} />
              </Suspense>
            ) : (
              !isFirst && (
                <FilterBar
                  filter={filter}
                  change={list.change}
                  clear={list.clear}
                  action={
                    <>
                      {!filter && <TagsLink className="quiet" />}
                      {filter && !smartList && <AddListLink className="quiet" query={query} />}
                      {filter && smartList && !filter.isOfList && (
                        <Link className="button quiet" to={`${editListPath(smartList)}?${query}`}>
                          {`Save to ${smartList.name}`}
                        </Link>
                      )}
                    </>
                  }
                >
                  {smartList &&
                    (filter?.isOfList ? (
                      <Link className="button bare" to={editListPath(smartList)}>
                        Edit list
                      </Link>
                    ) : (
                      <AddListLink className="bare" query={query} />
                    ))}
                  <TagsLink className="bare" />
                </FilterBar>
              )
            )}
          </>
        }
        headerForm={
          <AddNames action={`${path}?index`} newId={newId} actionData={actionData} isFirst={isFirst}>
            {!isFirst && (
              <p className="help">
                Or <Link to={importPath}>import the contacts of your phone</Link>.
              </p>
            )}
          </AddNames>
        }
        noResults="Nobody matches that. Try another word or type."
        noItems={firstSentence}
        elsewhere={
          (filter !== null &&
            totalBuds === 0 && {
              sentence: 'Nobody meets these rules.',
              icon: <Icon name="search" />,
              link: { label: 'Show all buds', to: path },
            }) ||
          (list.archived && {
            sentence: 'All of your buds are archived.',
            link: { label: 'Show archived buds', to: list.archived },
          }) ||
          (isFirst && {
            sentence: firstSentence,
            link: { label: 'Add Bud', to: '/dashboard/AddBud' },
            children: (
              <p>
                Write a few names above, or <Link to={importPath}>bring the contacts of your phone</Link>.
              </p>
            ),
            after: !isDemo && !example && <LookAtExample />,
          })
        }
      />
    </>
  )
}

const editListPath = ({ _id }: { _id: string }) => `/dashboard/EditList/${_id}`

type LinkProps = { className: string; query?: URLSearchParams }

const TagsLink = ({ className }: LinkProps) => (
  <Link className={`button ${className}`} to="/dashboard/tags">
    Tags
  </Link>
)

const AddListLink = ({ className, query }: LinkProps) => (
  <Link className={`button ${className}`} to={`/dashboard/AddList?${query}`}>
    Save as a list
  </Link>
)

export function ErrorBoundary() {
  return <ListFailure title="Buds" msg="Failed to fetch buds" retry={path} />
}
