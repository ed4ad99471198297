import { fullName } from '~/people/buds/bud'
import type { Totals } from './guest'
import type { Guest } from './guest-table'

const shown = [
  ['yes', 'Yes'],
  ['maybe', 'Maybe'],
  ['no', 'No'],
  ['open', 'No answer'],
  ['people', 'Coming'],
] as const

/** The numbers of answers, and who of those that may come needs which food and drink. */
export function GuestTotals({ totals, guests }: { totals: Totals; guests: Guest[] }) {
  const needs = needsOf(guests)
  return (
    <section className="card guest-totals" aria-label="Totals">
      <dl className="totals">
        {shown.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{totals[key]}</dd>
          </div>
        ))}
      </dl>
      {needs.length > 0 && (
        <>
          <h2>Allergies and diet</h2>
          <ul className="needs">
            {needs.map(([diet, names]) => (
              <li key={diet}>
                <strong>{diet}</strong>: {names.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function needsOf(guests: Guest[]) {
  const needs = new Map<string, string[]>()
  for (const { bud, answer, diet } of guests)
    for (const option of answer === 'no' ? [] : diet)
      needs.set(option, [...(needs.get(option) ?? []), fullName(bud)])
  return [...needs].sort(([a], [b]) => a.localeCompare(b, 'en'))
}
