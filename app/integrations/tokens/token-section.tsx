import type { SubmissionResult } from '@conform-to/react'
import { FoldedForm } from '~/base/components/folded-form'
import { NewSecret } from '~/base/components/new-secret'
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
  isRecent: boolean
  /** The token that was made just now. */
  made: { _id: string; name: string; secret: string } | undefined
  result: SubmissionResult | undefined
}

/** The API tokens of the screen 'Developers' (product 22). */
export function TokenSection({ tokens, now, newId, expiries, isRecent, made, result }: Props) {
  const isFull = tokens.length >= tokenLimit
  return (
    <>
      {made && (
        <NewSecret
          _id={made._id}
          titleId="new-token"
          title="Your new token"
          label={`Token for ${made.name}`}
          value={made.secret}
          noun="token"
          help="It is shown only now: copy it to where your program keeps its secrets. If it gets lost, revoke it and make another."
          isCard
        />
      )}
      <TokenList tokens={tokens} now={now}>
        {isFull ? (
          <p className="notice wide">
            You have {tokenLimit} tokens, which is the most. Revoke one to make another.
          </p>
        ) : (
          <FoldedForm key={made?._id} label="New token" isOpen={result !== undefined}>
            <TokenForm newId={newId} expiries={expiries} result={result} isRecent={isRecent} />
          </FoldedForm>
        )}
      </TokenList>
    </>
  )
}
