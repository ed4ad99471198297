import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { Icon } from '~/base/components/icons'
import { ListHeader } from '~/base/components/list-header'
import { ListSearch } from '~/base/components/list-search'
import { Pagination } from '~/base/components/pagination'
import { rowAction, Table } from '~/base/components/table'
import { type AccessCode, adminPath, ago, countLabel, type ListProps } from './admin'

type Props = ListProps & {
  codes: AccessCode[]
  totalCodes: number
  /** Idempotency key of the button's form, so that a repeated request generates one code. */
  newId: string
  /** The server's time when it loaded the codes, in milliseconds since 1970. */
  readAt: number
}

const columns = ['Code', 'Status', 'Used by', 'Created', 'Copy']

export function AccessCodes({ codes, totalCodes, numOfPages, currentPage, search, newId, readAt }: Props) {
  const now = useServerTime(readAt)
  return (
    <>
      <ListHeader
        title="Access Codes"
        heading="h2"
        countText={countLabel(totalCodes, 'code', search)}
        loadingText="Loading access codes..."
      >
        <Generate newId={newId} />
        <ListSearch action={adminPath} values={{ search }} filters={[]} />
      </ListHeader>
      {codes.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
        <section className="code-scroll" aria-label="List of access codes" tabIndex={0}>
          <Table className="codes" caption="Access codes" columns={columns} jsOnlyColumn="Copy">
            {codes.map((code) => (
              <CodeRow key={code._id} code={code} now={now} />
            ))}
          </Table>
        </section>
      ) : (
        <NoCodes search={search} />
      )}
      <Pagination page={currentPage} pages={numOfPages} />
    </>
  )
}

/** The server's time, updated each second. The browser's clock may be wrong. */
function useServerTime(readAt: number) {
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const offset = Date.now() - readAt
    setNow(readAt)
    const timer = setInterval(() => setNow(Date.now() - offset), 1_000)
    return () => clearInterval(timer)
  }, [readAt])
  return now
}

function Generate({ newId }: { newId: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'generate'
  return (
    <Form method="post" action={adminPath} preventScrollReset>
      <AccountField />
      <input type="hidden" name="_id" value={newId} />
      <button type="submit" className="button" name="intent" value="generate" aria-disabled={isBusy}>
        <Icon name="plus" />
        Generate code
      </button>
    </Form>
  )
}

function CodeRow({ code: { _id, code, isUsed, usedBy, createdAt }, now }: { code: AccessCode; now: number }) {
  const instant = createdAt.toISOString()
  return (
    <tr>
      <th scope="row">
        <code id={_id}>{code}</code>
      </th>
      <td data-label="Status">
        <span className={`tag ${isUsed ? 'Other' : 'Friend'}`}>{isUsed ? 'Used' : 'Available'}</span>
      </td>
      <td data-label="Used by">{usedBy?.Email ?? '–'}</td>
      <td data-label="Created">
        <time dateTime={instant} title={`${instant.slice(0, 19).replace('T', ' ')} UTC`}>
          {ago(createdAt.getTime(), now)}
        </time>
      </td>
      <td className="row-actions js-only">
        <button type="button" {...rowAction('Copy', _id)} onClick={() => copyText(code, 'code')}>
          <DashboardIcon name="copy" label="Copy" />
        </button>
      </td>
    </tr>
  )
}

function NoCodes({ search }: { search: string }) {
  return search ? (
    <EmptyState
      sentence="No access code matches that."
      link={{ label: 'Show all access codes', to: adminPath }}
    />
  ) : (
    <EmptyState sentence="No access codes yet. Generate one for somebody who is to register." />
  )
}
