import { Form, useNavigation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { Day } from '~/base/components/day'
import { Link } from '~/base/components/link'
import { type Program, programsPath } from './programs'

const kinds: Record<Program['kind'], string> = {
  token: 'API token',
  feed: 'Calendar feed',
  device: 'Phone or calendar',
  webhook: 'Webhook',
}

/** What has access without the password, and outlives a new one. One button revokes all of it. */
export function ProgramsSection({ programs }: { programs: Program[] }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <section className="card form-section" id="programs">
      <h2>Programs with access</h2>
      <p className="help wide">
        API tokens, calendar feeds and webhooks work without your password, and a new password does not end
        them. <Link to="/dashboard/developers">Developers</Link> has each with more details.
      </p>
      {programs.length === 0 ? (
        <p className="help wide">No program has access to your account.</p>
      ) : (
        <>
          <ul className="sessions wide">
            {programs.map(({ _id, kind, name, lastUsedOn, createdAt }) => (
              <li key={_id}>
                <div>
                  <p>
                    <strong>{name}</strong>
                  </p>
                  <p className="help">
                    <span>{kinds[kind]} · </span>
                    <span>
                      {lastUsedOn ? 'Last used on ' : 'Never used'}
                      {lastUsedOn && <Day of={lastUsedOn} />} ·{' '}
                    </span>
                    <span>
                      Made on <Day of={createdAt} />
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <Form method="post" action={programsPath} className="wide">
            <AccountField />
            <button type="submit" name="intent" value="revoke-programs" className="button" disabled={isBusy}>
              Revoke all access
            </button>
          </Form>
        </>
      )}
    </section>
  )
}
