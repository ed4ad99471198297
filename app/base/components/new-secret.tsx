import { type ReactNode, useEffect, useState } from 'react'
import { CopyField } from './copy-field'
import './secrets.css'

type Props = {
  /** The id of what has the secret. Each new one gets the focus. */
  _id: string
  titleId: string
  title: string
  label: string
  value: string
  noun: string
  /** Says that the secret is shown only now. */
  help: string
  /** Whether it is a card, and not a part of one. */
  isCard?: boolean
  /** Says so before the screen is left, unless the secret was copied (product 14). */
  shownOnce?: string
  /** A button beside the secret. */
  action?: ReactNode
  children?: ReactNode
}

/** A secret that was made just now. It is shown once, because only a hash of it is stored, or it is encrypted. */
export function NewSecret({
  _id,
  titleId,
  title,
  help,
  isCard = false,
  shownOnce,
  action,
  children,
  ...field
}: Props) {
  const [copiedId, setCopiedId] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new secret gets the focus
  useEffect(() => document.getElementById(titleId)?.focus(), [_id])
  const Heading = isCard ? 'h2' : 'h3'
  return (
    <section
      className={isCard ? 'card form-section new-secret' : 'new-secret wide'}
      aria-labelledby={titleId}
      data-shown-once={copiedId === _id ? undefined : shownOnce}
    >
      <Heading id={titleId} tabIndex={-1}>
        {title}
      </Heading>
      <div className="wide">
        <CopyField {...field} onCopied={() => setCopiedId(_id)}>
          {action}
        </CopyField>
      </div>
      <p className="help wide">{help}</p>
      {children}
    </section>
  )
}
