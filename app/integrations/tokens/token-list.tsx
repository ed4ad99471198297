import type { ReactNode } from 'react'
import { Day } from '~/base/components/day'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import type { DeleteButtonProps } from '~/base/components/list-card'
import { type ApiToken, developersPath, scopeLabels } from './token'

type Props = { tokens: ApiToken[]; now: Date; children: ReactNode }

/** The tokens, and below them how to make another. */
export function TokenList({ tokens, now, children }: Props) {
  const { deleteButton, item, close } = useDeleteDialog(tokens)
  return (
    <section className="card form-section secret-section" aria-labelledby="tokens">
      <h2 id="tokens">Your tokens</h2>
      {tokens.length > 0 ? (
        <ul className="secret-list token-list wide">
          {tokens.map((token) => (
            <Token key={token._id} token={token} now={now} deleteButton={deleteButton} />
          ))}
        </ul>
      ) : (
        <p className="no-secrets wide">
          No tokens yet. Make one for a program of yours, such as a script that backs up your buds.
        </p>
      )}
      {children}
      <DeleteDialog
        name={item?.name}
        action={developersPath}
        title="Revoke token"
        question={`The program that uses ${item?.name} is refused at once. A revoked token cannot come back.`}
        confirm="Yes, Revoke"
        onClose={close}
      >
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="_id" value={item?._id} />
      </DeleteDialog>
    </section>
  )
}

type TokenProps = { token: ApiToken; now: Date; deleteButton: DeleteButtonProps }

function Token({ token, now, deleteButton }: TokenProps) {
  const { _id, name, scope, hint, lastUsedOn, createdAt } = token
  return (
    <li>
      <div>
        <h3 id={_id}>{name}</h3>
        <p>
          <code>
            bud_…<span>{hint}</span>
          </code>
          <span className={`tag ${scope === 'read' ? 'Other' : 'Client'}`}>{scopeLabels[scope]}</span>
          <Expiry token={token} now={now} />
        </p>
        <p className="help">
          Made on <Day of={createdAt} />, {lastUsedOn ? 'last used on ' : 'never used'}
          {lastUsedOn && <Day of={lastUsedOn} />}
        </p>
      </div>
      <button
        type="submit"
        className="button quiet"
        name="delete"
        value={_id}
        aria-describedby={_id}
        {...deleteButton}
      >
        Revoke
      </button>
    </li>
  )
}

function Expiry({ token: { expiresAt }, now }: Omit<TokenProps, 'deleteButton'>) {
  if (!expiresAt) return <span>Never expires</span>
  const isOver = expiresAt <= now
  return (
    <span className={isOver ? 'expired' : undefined}>
      {isOver ? 'Expired on' : 'Expires on'} <Day of={expiresAt} />
    </span>
  )
}
