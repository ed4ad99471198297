import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { isAccessCodeRequired, setAccessCodeRequired } from '~/accounts/registration.server'
import { requireAdmin } from '~/accounts/sessions.server'
import { AccessCodes } from '~/admin/AccessCodes'
import { AdminHeader } from '~/admin/AdminHeader'
import { createAccessCode, listAccessCodes } from '~/admin/access-codes.server'
import {
  type AdminTab,
  adminPath,
  adminTabs,
  requirementMessage,
  tabPath,
  testAccountMessage,
} from '~/admin/admin'
import {
  type AdminIntent,
  type AdminScreenSearch,
  adminIntent,
  adminSearch,
} from '~/admin/admin-input.server'
import { Settings } from '~/admin/Settings'
import { Users } from '~/admin/Users'
import { listUsers, setTestAccount } from '~/admin/users.server'
import { ListFailure } from '~/components/list-failure'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { runOnce } from '~/db/idempotency.server'
import { timeOfId } from '~/db/ids'
import { idempotencyKey, parseForm } from '~/forms/form.server'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Admin · Budkeeper' }]

/** Loads the data of the selected tab only. */
export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  const query = readSearch(call)
  if (query.tab === 'users') return loadUsers(query)
  if (query.tab === 'settings') return { tab: query.tab, requireAccessCode: await isAccessCodeRequired() }
  return loadCodes(query)
}

function readSearch({ request }: { request: Request }) {
  return adminSearch.lenient.parse(Object.fromEntries(new URL(request.url).searchParams))
}

async function loadUsers(query: AdminScreenSearch) {
  const { users, ...list } = await pageOrLast(query, listUsers)
  const usersWithDate = users.map((user) => ({ ...user, createdAt: new Date(timeOfId(user._id)) }))
  return { tab: 'users' as const, search: query.search, ...list, users: usersWithDate }
}

async function loadCodes(query: AdminScreenSearch) {
  const list = await pageOrLast(query, listAccessCodes)
  return { tab: 'access-codes' as const, search: query.search, ...list, newId: uuid(), readAt: Date.now() }
}

/** Handles the buttons of the tabs. Generating a code redirects to the first page, other intents to the same page. */
export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseForm(call.request, adminIntent)
  if (submission.status !== 'success') throw new Response('The form could not be read', { status: 400 })
  const { intent } = submission.value
  const returnTo = intent === 'generate' ? adminPath : listPath(readSearch(call))
  try {
    return await redirectWithSuccess(returnTo, await handleIntent(submission.value))
  } catch (error) {
    return redirectWithFailure(call, returnTo, error, failureMessages[intent])
  }
}

function listPath({ tab, search, page }: AdminScreenSearch) {
  const query = new URLSearchParams(tabPath(tab).split('?')[1])
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${adminPath}?${query}` : adminPath
}

async function handleIntent(form: AdminIntent) {
  switch (form.intent) {
    case 'generate':
      await runOnce(`access code ${idempotencyKey(form._id)}`, async () => void (await createAccessCode()))
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
