import { idIn } from '~/data/imports/backup/record-ids'
import type { ImportedRelation } from '~/data/imports/import'
import { relationLabelLength } from '~/people/relations/relation'
import { relationOf } from '~/people/relations/relation-words'

/** What another is to a person, and the line of the notes that says so: 'Mother: Jane'. */
export const readRelation = (label: string, value: string, own?: string): ImportedRelation => ({
  ...relationOf(label.slice(0, relationLabelLength), own),
  name: value,
  uid: idIn(value) ?? '',
  line: `${label || 'Related'}: ${value}`,
})

/** A name, as it is compared with others. */
export const keyOf = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** A value with line breaks is no name. */
export const isName = ({ name }: ImportedRelation) => !name.includes('\n')
