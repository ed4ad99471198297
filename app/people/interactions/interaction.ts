/** Constants of an interaction for browser and server (product 18.1). The rules are in `interaction-input.server.ts`. */
import { capitalised } from '~/base/components/initial'

export const interactionKinds = ['call', 'message', 'meeting', 'letter', 'gift', 'other', 'note'] as const

export const interactionLabels = {
  kind: 'Kind',
  on: 'Day',
  note: 'Note',
  selectedBuds: 'Buds',
}

export const interactionNoteLength = 5_000

const otherNames: Record<string, string> = { other: 'Contact' }

/** The kind as a title, such as 'Call'. */
export const kindName = (kind: string) => otherNames[kind] ?? capitalised(kind)

/** The kinds as options of a form. */
export const kindOptions = interactionKinds.map((value) => ({ value, label: capitalised(value) }))
