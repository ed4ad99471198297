import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import type { CustomField } from './bud'
import type { Bud } from './bud-input.server'

/** The sections of a bud's screen. Those without anything to say are left out. */

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type Facts = Pick<Bud, 'hobbies' | 'preferences' | 'industry' | 'origination'>

const factsOf = (bud: Facts) =>
  [
    { label: 'Hobbies', values: bud.hobbies },
    { label: 'Preferences', values: bud.preferences },
    { label: 'Industry', values: bud.industry },
    { label: 'How you met', values: bud.origination },
  ].filter(({ values }) => values.length > 0)

type Reach = Pick<Bud, 'emails' | 'phones' | 'addresses' | 'links'>

export const isReachable = ({ emails, phones, addresses, links }: Reach) =>
  [emails, phones, addresses, links].some(({ length }) => length > 0)

type Content = Facts & Reach & Pick<Bud, 'customFields' | 'dueOn' | 'notes' | 'LastInteraction'>

/** Whether nothing but the name of a bud is noted. `lists` are those that its screen shows besides. */
export const isEmpty = (bud: Content, lists: unknown[][]) =>
  !isReachable(bud) &&
  [...lists, factsOf(bud), bud.customFields].every(({ length }) => length === 0) &&
  !bud.dueOn &&
  !bud.notes &&
  !bud.LastInteraction

export function DateSection({ dates }: { dates: { label: string; text: string; next: string }[] }) {
  if (dates.length === 0) return null
  return (
    <Section title="Dates">
      <dl>
        {dates.map(({ label, text, next }) => (
          <div key={label + text}>
            <dt>{label}</dt>
            <dd>
              {text} <small>{next}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function CircleSection({ circles }: { circles: { _id: string; Name: string }[] }) {
  if (circles.length === 0) return null
  return (
    <Section title="In your circles">
      <ul className="chips">
        {circles.map(({ _id, Name }) => (
          <li key={_id}>
            <Link to={`/dashboard/Circle/${_id}`} discover="none">
              {Name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function FactSection({ bud }: { bud: Facts }) {
  const facts = factsOf(bud)
  if (facts.length === 0) return null
  return (
    <Section title="What matters to them">
      {facts.map(({ label, values }) => (
        <div key={label} className="fact">
          <h3>{label}</h3>
          <ul className="chips">
            {values.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

export function CustomFieldSection({ customFields }: { customFields: CustomField[] }) {
  if (customFields.length === 0) return null
  return (
    <Section title="More">
      <dl>
        {customFields.map(({ name, value }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two custom fields may have the same name
          <div key={n}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function TextSection({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <Section title={title}>
      <p className="text">{text}</p>
    </Section>
  )
}
