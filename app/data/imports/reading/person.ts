import { z } from 'zod'
import type { ImportedRelation } from '~/data/imports/import'
import type { CustomField } from '~/people/buds/bud'
import { eachOf, lineFields, type OptionField, optionFields } from '~/people/buds/bud-fields'
import type { Address, BudDate, LabelledValue } from '~/people/buds/contact'

/** The fields with one text. The notes are paragraphs. */
export const personTexts = [...lineFields, 'Budtype', 'LastInteraction'] as const
export type PersonText = (typeof personTexts)[number]

/** What could not be read, or not stored where it belongs. */
export type Warning = { line: number; reason: string }

/** A person as read from a file. No rule or limit of buds has been applied yet. */
export type Person = Record<PersonText, string> &
  Record<OptionField, string[]> & {
    /** Line of the file on which the record begins, from 1. */
    line: number
    /** The record's own id, such as that of a vCard. Empty: none. */
    uid: string
    cadenceDays: number | null
    emails: LabelledValue[]
    phones: LabelledValue[]
    addresses: Address[]
    links: LabelledValue[]
    dates: BudDate[]
    customFields: CustomField[]
    /** Paragraphs. What has no field of its own is among them. */
    notes: string[]
    tags: string[]
    /** Categories, which become circles or tags. */
    groups: string[]
    /** Those that are named among the notes. */
    relations: ImportedRelation[]
    photo: Uint8Array | null
    /** As a date and time in UTC, of Budkeeper's own files. */
    archivedAt: string | null
    warnings: Warning[]
  }

/** Whether a text is a date and time in UTC, as `archivedAt` is written. */
export const isInstant = (text: string) => z.iso.datetime().safeParse(text).success

export const emptyPerson = (line: number): Person => ({
  line,
  uid: '',
  ...eachOf(personTexts, () => ''),
  ...eachOf(optionFields, (): string[] => []),
  cadenceDays: null,
  emails: [],
  phones: [],
  addresses: [],
  links: [],
  dates: [],
  customFields: [],
  notes: [],
  tags: [],
  groups: [],
  relations: [],
  photo: null,
  archivedAt: null,
  warnings: [],
})
