import type { SubmissionResult } from '@conform-to/react'
import { useEffect } from 'react'
import { CopyField } from '~/base/components/copy-field'
import { type ApiToken, tokenLimit } from './token'
import { TokenForm } from './token-form'
import { TokenList } from './token-list'
import './tokens.css'

type Props = {
  tokens: ApiToken[]
  /** The instant by which tokens have expired. */
  now: Date
  /** Idempotency key of the form. */
  newId: string
  expiries: { value: string; label: string }[]
  isDemo: boolean
  isRecent: boolean
  /** The token that was made just now. */
  made: { _id: string; name: string; secret: string } | undefined
  result: SubmissionResult | undefined
}

/** The API tokens of the screen 'Developers' (product 22). */
export function TokenSection({ tokens, now, newId, expiries, isDemo, isRecent, made, result }: Props) {
  const isFull = tokens.length >= tokenLimit
  return (
    <>
      {made && <NewToken {...made} />}
      {isDemo && (
        <p className="notice">The demo account cannot make tokens. Register to have tokens of your own.</p>
      )}
      {isFull ? (
        <p className="notice">You have {tokenLimit} tokens, which is the most. Revoke one to make another.</p>
      ) : (
        <TokenForm key={made?._id} newId={newId} expiries={expiries} result={result} isRecent={isRecent} />
      )}
      <TokenList tokens={tokens} now={now} />
    </>
  )
}

function NewToken({ _id, name, secret }: NonNullable<Props['made']>) {
  const titleId = 'new-token'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new token gets the focus
  useEffect(() => document.getElementById(titleId)?.focus(), [_id])
  return (
    <section className="card form-section new-token" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        Your new token
      </h2>
      <div className="wide">
        <CopyField label={`Token for ${name}`} value={secret} noun="token" />
      </div>
      <p className="help wide">
        It is shown only now: copy it to where your program keeps its secrets. If it gets lost, revoke it and
        make another.
      </p>
    </section>
  )
}
