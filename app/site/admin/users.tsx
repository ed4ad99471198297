import { Form, useLocation, useNavigation } from '@remix-run/react'
import type { User } from '~/account/users/user'
import { AccountField } from '~/base/components/account-field'
import { Day } from '~/base/components/day'
import { EmptyState } from '~/base/components/empty-state'
import { ListHeader } from '~/base/components/list-header'
import { ListSearch } from '~/base/components/list-search'
import { Pagination } from '~/base/components/pagination'
import { Switch } from '~/base/components/switch'
import { Table } from '~/base/components/table'
import { countLabel, type ListProps, tabPath } from './admin'

type Row = User & { createdAt: Date }
type Props = ListProps & { users: Row[]; totalUsers: number }

const path = tabPath('users')
const columns = ['Name', 'Email', 'Role', 'Created', 'Test account']

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
        <Table className="users" caption="Users" columns={columns}>
          {users.map((user) => (
            <UserRow key={user._id} {...user} />
          ))}
        </Table>
      ) : (
        <EmptyState sentence="Nobody matches that." link={{ label: 'Show all users', to: path }} />
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </>
  )
}

/** The tags of roles reuse the colours of bud types. The CSS classes are the names of those types. */
const roleClasses = { admin: 'Family', test: 'Client', user: 'Other' }

function UserRow({ _id, Firstname, Surname, Email, Role, isTestAccount, createdAt }: Row) {
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
        <Day of={createdAt} />
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
      <AccountField />
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
