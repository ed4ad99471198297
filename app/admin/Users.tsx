import { Form, useLocation, useNavigation } from '@remix-run/react'
import type { User } from '~/accounts/account'
import { EmptyState } from '~/components/empty-state'
import { ListHeader } from '~/components/list-header'
import { ListSearch } from '~/components/list-search'
import { Pagination } from '~/components/pagination'
import { Switch } from '~/components/switch'
import { countLabel, type ListProps, tabPath } from './admin'
import '~/components/table.css'

type Row = User & { createdAt: Date }
type Props = ListProps & { users: Row[]; totalUsers: number }

const path = tabPath('users')

export function Users({ users, totalUsers, numOfPages, currentPage, search }: Props) {
  return (
    <>
      <ListHeader
        title="Users"
        heading="h2"
        countText={countLabel(totalUsers, 'user', search)}
        loadingText="Loading users..."
      >
        <ListSearch action={path} values={{ search }} filters={[]} />
      </ListHeader>
      {users.length > 0 ? (
        <UserTable users={users} />
      ) : (
        <EmptyState sentence="Nobody answers to that." link="Show all users" to={path} />
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </>
  )
}

function UserTable({ users }: { users: Row[] }) {
  return (
    <table className="table users">
      <caption className="visually-hidden">Users</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">Created</th>
          <th scope="col">Test account</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} {...user} />
        ))}
      </tbody>
    </table>
  )
}

/** Roles have the tag colours of bud types, whose names are the CSS classes. */
const roleClasses = { admin: 'Family', test: 'Client', user: 'Other' }

function UserRow({ _id, Firstname, Surname, Email, Role, isTestAccount, createdAt }: Row) {
  const instant = createdAt.toISOString()
  return (
    <tr>
      <th scope="row">
        <span id={_id}>{`${Firstname} ${Surname}`.trim()}</span>
      </th>
      <td data-label="Email">{Email}</td>
      <td data-label="Role">
        <span className={`tag ${roleClasses[Role]}`}>{Role}</span>
      </td>
      <td data-label="Created">
        <time dateTime={instant}>{instant.slice(0, 10)}</time>
      </td>
      <td data-label="Test account">
        {Role === 'admin' ? '–' : <TestAccountToggle userId={_id} isTestAccount={isTestAccount} />}
      </td>
    </tr>
  )
}

function TestAccountToggle({ userId, isTestAccount }: { userId: string; isTestAccount: boolean }) {
  const { pathname, search } = useLocation()
  const submission = useNavigation().formData
  const isSubmitted = submission?.get('_id') === userId
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="intent" value="test-account" />
      <input type="hidden" name="_id" value={userId} />
      <Switch
        name="isTestAccount"
        isOn={isSubmitted ? submission.get('isTestAccount') === 'true' : isTestAccount}
        label="Test account"
        describedBy={userId}
      />
    </Form>
  )
}
