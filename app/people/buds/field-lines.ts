import type { Address, BudDate } from './contact'
import { addressLines, dayText } from './contact-lines'

/** The lines that show the value of a field: one for each row of a list. */
export function fieldLines(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map(rowText)
  return [rowText(value)]
}

/** A row of a list, such as an address, in one line. */
export function rowText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('street' in value) {
    const address = value as Address
    const lines = addressLines(address).map((line) => line.replaceAll('\n', ', '))
    return [address.label, ...lines].filter(Boolean).join(' · ')
  }
  const { label, year, month, day, id: _, ...parts } = value as { [part: string]: unknown }
  const date = month ? dayText({ year, month, day } as BudDate) : ''
  return [label, date, ...Object.values(parts)].filter(Boolean).join(' · ')
}
