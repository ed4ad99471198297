import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { isAccessCodeRequired, setAccessCodeRequired } from '~/account/accounts/registration.server'
import { requireAdmin } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { Switch } from '~/base/components/switch'
import { runOnce } from '~/base/db/idempotency.server'
import { timeOfId } from '~/base/db/ids'
import { idempotencyKey, parseButtons } from '~/base/forms/form.server'
import { pageOrLast } from '~/base/forms/list-query'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { AccessCodes } from '~/site/admin/access-codes'
import {
  type AdminTab,
  adminPath,
  adminTabs,
  requirementMessage,
  tabLabels,
  tabPath,
  testAccountMessage,
} from '~/site/admin/admin'
import { createAccessCode, listAccessCodes, listUsers, setTestAccount } from '~/site/admin/admin.server'
import { type AdminIntent, adminIntent, adminSearch } from '~/site/admin/admin-input.server'
import { Users } from '~/site/admin/users'
import '~/site/admin/admin.css'

export const meta: MetaFunction = () => [{ title: 'Admin · Budkeeper' }]

/** Loads the data of the selected tab only. */
export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  const query = readSearch(call)
  if (query.tab === 'users') return loadUsers(query)
  if (query.tab === 'settings') return { tab: query.tab, requireAccessCode: await isAccessCodeRequired() }
  return loadCodes(query)
}

type Search = ReturnType<typeof readSearch>

function readSearch({ request }: { request: Request }) {
  return adminSearch.lenient.parse(Object.fromEntries(new URL(request.url).searchParams))
}

async function loadUsers(query: Search) {
  const { users, ...list } = await pageOrLast(query, listUsers)
  const usersWithDate = users.map((user) => ({ ...user, createdAt: new Date(timeOfId(user._id)) }))
  return { tab: 'users' as const, search: query.search, ...list, users: usersWithDate }
}

async function loadCodes(query: Search) {
  const list = await pageOrLast(query, listAccessCodes)
  return { tab: 'access-codes' as const, search: query.search, ...list, newId: uuid(), readAt: Date.now() }
}

/** Handles the forms inside the tabs. Generating a code redirects to the first page, other intents to the same page. */
export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseButtons(call.request, adminIntent)
  if (submission.status !== 'success') throw new Response('The form could not be read', { status: 400 })
  const { intent } = submission.value
  const returnTo = intent === 'generate' ? adminPath : listPath(readSearch(call))
  try {
    return await redirectWithSuccess(returnTo, await handleIntent(submission.value))
  } catch (error) {
    return redirectWithFailure(call, returnTo, error, failureMessages[intent])
  }
}

function listPath({ tab, search, page }: Search) {
  const query = new URLSearchParams(tabPath(tab).split('?')[1])
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${adminPath}?${query}` : adminPath
}

async function handleIntent(form: AdminIntent) {
  switch (form.intent) {
    case 'generate':
      await runOnce(`access code ${idempotencyKey(form._id)}`, createAccessCode)
      return 'New access code generated'
    case 'test-account':
      return testAccountMessage(await setTestAccount(form._id, form.isTestAccount))
    case 'settings':
      await setAccessCodeRequired(form.requireAccessCode)
      return requirementMessage(form.requireAccessCode)
  }
}

const failureMessages = {
  generate: 'Failed to generate access code',
  'test-account': 'Error updating test account status',
  settings: 'Failed to update settings',
}

export default function Admin() {
  const tabData = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeader current={tabData.tab} />
      {tabData.tab === 'access-codes' && <AccessCodes {...tabData} />}
      {tabData.tab === 'users' && <Users {...tabData} />}
      {tabData.tab === 'settings' && <Settings {...tabData} />}
    </>
  )
}

/** The tabs are links, so that each has a URL and loads only its own data. */
function AdminHeader({ current }: { current: AdminTab }) {
  return (
    <header className="admin-header">
      <h1 tabIndex={-1}>Admin</h1>
      <nav className="tabs" aria-label="Admin">
        {adminTabs.map((tab) => (
          <Link key={tab} to={tabPath(tab)} aria-current={tab === current ? 'page' : undefined}>
            {tabLabels[tab]}
          </Link>
        ))}
      </nav>
    </header>
  )
}

function Settings({ requireAccessCode }: { requireAccessCode: boolean }) {
  const submittedValue = useNavigation().formData?.get('requireAccessCode')
  const isOn = submittedValue ? submittedValue === 'true' : requireAccessCode
  return (
    <section className="card admin-settings" aria-labelledby="registration">
      <h2 id="registration">Registration</h2>
      <Form method="post" action={tabPath('settings')} preventScrollReset>
        <AccountField />
        <input type="hidden" name="intent" value="settings" />
        <div>
          <p className="label">Require an access code</p>
          <p className="help" id="requirement">
            {isOn
              ? 'Whoever registers needs an access code that nobody has used yet.'
              : 'Anybody can register.'}
          </p>
        </div>
        <Switch
          name="requireAccessCode"
          isOn={isOn}
          label="Require an access code"
          describedBy="requirement"
        />
      </Form>
      <p className="help">More system settings are coming soon.</p>
    </section>
  )
}

const loadFailureMessages: Record<AdminTab, string> = {
  'access-codes': 'Error fetching access codes',
  users: 'Error fetching users',
  settings: 'Something went wrong',
}

export function ErrorBoundary() {
  const [query] = useSearchParams()
  const tab = adminTabs.find((name) => name === query.get('tab')) ?? 'access-codes'
  return (
    <ListFailure title="Admin" msg={loadFailureMessages[tab]} retry={tabPath(tab)}>
      <AdminHeader current={tab} />
    </ListFailure>
  )
}
