import type { ComponentProps } from 'react'
import type { PickerBud } from '~/people/buds/bud-picker'
import { InCommon } from '~/people/buds/in-common-list'
import { Conflicts, SuitsAll } from './conflict-list'

type Props = {
  conflicts: ComponentProps<typeof Conflicts>['conflicts']
  suitsAll: string[]
  buds: PickerBud[]
}

/** What stands against something, what suits everybody, and what the buds share. */
export function WhatTheyShare({ conflicts, suitsAll, buds }: Props) {
  return (
    <>
      <Conflicts conflicts={conflicts} />
      <SuitsAll names={suitsAll} />
      <section className="card" aria-labelledby="shared">
        <h2 id="shared">What they share</h2>
        <InCommon buds={buds} />
      </section>
    </>
  )
}
