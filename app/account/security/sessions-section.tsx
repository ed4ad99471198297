import { Form, useNavigation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { formatDay, formatPastDay } from '~/base/components/day'
import type { ListedSession } from './session-list.server'

type Props = { sessions: Omit<ListedSession, 'createdAt'>[]; today: string }

/** Where the user is signed in, with buttons that sign out one device or all others. */
export function SessionsSection({ sessions, today }: Props) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <section className="card form-section">
      <h2>Where you are signed in</h2>
      <Form method="post" className="wide">
        <AccountField />
        <input type="hidden" name="intent" value="end" />
        <ul className="sessions">
          {sessions.map(({ _id, device, address, lastSeenOn, createdOn, isCurrent }) => (
            <li key={_id}>
              <div>
                <p>
                  <strong>{device}</strong> {isCurrent && <span className="this-one">This one</span>}
                </p>
                <p className="help">
                  {address && <span>{address} · </span>}
                  <span>Last seen {formatPastDay(lastSeenOn, today)} · </span>
                  <span>Signed in on {formatDay(createdOn)}</span>
                </p>
              </div>
              <button type="submit" name="_id" value={_id} className="button quiet" disabled={isBusy}>
                Sign out <span className="visually-hidden">{`${device}, ${address}`}</span>
              </button>
            </li>
          ))}
        </ul>
      </Form>
      <Form method="post" className="wide">
        <AccountField />
        <div className="buttons">
          {sessions.length > 1 && (
            <button type="submit" name="intent" value="end-others" className="button" disabled={isBusy}>
              Sign out everywhere else
            </button>
          )}
          <button
            type="submit"
            name="intent"
            value="end-everything"
            className="button quiet"
            aria-describedby="everything"
            disabled={isBusy}
          >
            Sign out everything
          </button>
        </div>
        <p className="help" id="everything">
          Everything is all devices, this one too, and all API tokens, calendar feeds and webhooks.
        </p>
      </Form>
    </section>
  )
}
