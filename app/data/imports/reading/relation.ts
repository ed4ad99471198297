import { isVisible } from '~/base/forms/rules'
import { idIn } from '~/data/imports/backup/record-ids'
import type { ImportedRelation } from '~/data/imports/import'
import { relationLabelLength } from '~/people/relations/relation'
import { relationOf } from '~/people/relations/relation-words'

/** What Budkeeper's own cards say beside a name: the kind, and the id of the other. */
export type OwnWords = { kind?: string | undefined; with?: string | undefined }

/** What another is to a person, and the line of the notes that says so: 'Mother: Jane'. */
export function readRelation(label: string, value: string, own: OwnWords = {}): ImportedRelation {
  const word = label.slice(0, relationLabelLength)
  return {
    ...relationOf(isVisible(word) ? word : '', own.kind),
    name: value,
    uid: idIn(own.with ?? value) ?? '',
    line: `${label || 'Related'}: ${value}`,
  }
}

/** A name, as it is compared with others. */
export const keyOf = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** A value with line breaks is no name. */
export const isName = ({ name }: ImportedRelation) => !name.includes('\n')
