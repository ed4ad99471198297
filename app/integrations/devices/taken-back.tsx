import { useEffect } from 'react'
import { countOf, formatCount } from '~/base/components/count'
import type { KeptRecord } from '~/data/history/change'
import { KeptList } from '~/data/history/changed-records'

export type TakenBackProps = {
  name: string
  undone: number
  kept: KeptRecord[]
  /** Whether the undo continues in the background. */
  isUnfinished: boolean
}

/** What an undo has done, and which records it has kept. */
export function TakenBack({ name, undone, kept, isUnfinished }: TakenBackProps) {
  useEffect(() => document.getElementById('taken-back')?.focus(), [])
  return (
    <section className="card taken-back" aria-labelledby="taken-back">
      <h2 id="taken-back" tabIndex={-1}>
        {undone === 0 ? 'Nothing' : countOf(undone, 'change')} of {name} taken back
      </h2>
      {isUnfinished && <p>The rest is being taken back.</p>}
      <p>
        {kept.length === 1
          ? '1 record stayed as it is, because it was changed since:'
          : `${formatCount(kept.length)} records stayed as they are, because they were changed since:`}
      </p>
      <KeptList kept={kept} total={kept.length} />
    </section>
  )
}
