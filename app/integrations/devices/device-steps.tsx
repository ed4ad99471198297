import type { ReactNode } from 'react'
import { Icon } from '~/base/components/icons'

type Props = { url: string; user: string }

/** How devices are connected. The address and the user name are no secrets. */
export function DeviceSteps({ url, user }: Props) {
  const { host, protocol } = new URL(url)
  return (
    <div className="device-steps wide">
      <h3>How to connect</h3>
      {protocol === 'http:' && (
        <p className="notice">
          iPhones, iPads and Macs refuse a server without HTTPS, and this one has none.
        </p>
      )}
      <Steps title="iPhone and iPad">
        <li>
          Open <em>Settings › Apps › Contacts › Contacts Accounts › Add Account › Other</em> and choose{' '}
          <em>Add CardDAV Account</em>. Before iOS 18, <em>Contacts</em> is in <em>Settings</em> itself.
        </li>
        <li>
          Enter the server <code>{host}</code>, the user name <code>{user}</code> and the app password.
        </li>
        <li>
          Do the same in <em>Settings › Apps › Calendar › Calendar Accounts</em>, with{' '}
          <em>Add CalDAV Account</em>.
        </li>
        <li>
          So that new contacts come here, choose the account in{' '}
          <em>Settings › Apps › Contacts › Default Account</em>.
        </li>
      </Steps>
      <Steps title="Android, with DAVx⁵">
        <li>
          Install DAVx⁵, press <em>+</em> and choose <em>Login with URL and user name</em>.
          <DavxLink url={url} user={user} />
        </li>
        <li>
          Enter the base URL <code>{url}</code>, the user name <code>{user}</code> and the app password.
        </li>
        <li>
          Choose <em>Groups are per-contact categories</em>, so that circles are groups, and create the
          account.
        </li>
        <li>Switch on the address book and the calendars, and allow access to contacts and calendars.</li>
      </Steps>
      <Steps title="Mac">
        <li>
          Open <em>System Settings › Internet Accounts › Add Account › Add Other Account</em> and choose{' '}
          <em>CardDAV account</em>.
        </li>
        <li>
          Choose <em>Manual</em>, and enter the user name <code>{user}</code>, the app password and the server{' '}
          <code>{host}</code>.
        </li>
        <li>
          Do the same with <em>CalDAV account</em>.
        </li>
      </Steps>
      <Steps title="Thunderbird">
        <li>
          In the address book, choose <em>New Address Book › Add CardDAV Address Book</em>. In the calendar,
          choose <em>New Calendar › On the Network</em>.
        </li>
        <li>
          Enter the user name <code>{user}</code> and the location <code>{url}</code>, then the app password.
        </li>
      </Steps>
    </div>
  )
}

function Steps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        {title} <Icon name="chevron-down" />
      </summary>
      <ol>{children}</ol>
    </details>
  )
}

/** DAVx⁵ fills in what such a link names. It takes no port, and no server without HTTPS. */
function DavxLink({ url, user }: Props) {
  const { host, port, protocol, pathname } = new URL(url)
  if (port || protocol !== 'https:') return null
  return (
    <>
      {' '}
      Or <a href={`davx5://${encodeURIComponent(user)}@${host}${pathname}`}>open it from here</a>.
    </>
  )
}
