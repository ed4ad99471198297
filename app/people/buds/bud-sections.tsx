import type { ComponentProps, ReactNode } from 'react'
import { AddLinks, EditableCard } from '~/base/components/edit-in-place'
import { Link } from '~/base/components/link'
import type { Bud } from './bud-input.server'
import { BudPartForm } from './bud-part-form'
import type { BudPart } from './bud-parts'
import { tagPath } from './tags'

/** The cards of a bud's screen. Those without anything to say are left out. */

type CardProps = Omit<ComponentProps<typeof EditableCard>, 'form' | 'part'> & { part: BudPart; place: Place }

/** What the forms in place are made from. */
export type Place = Omit<ComponentProps<typeof BudPartForm>, 'part'>

/** A card of a bud with its form in place. */
export function BudCard({ part, place, ...props }: CardProps) {
  return <EditableCard part={part} form={<BudPartForm part={part} {...place} />} {...props} />
}

/** Links to the forms of the cards that are left out, because they are empty. */
export function AddToBud({ bud, circles }: { bud: Content & Pick<Bud, 'dates'>; circles: unknown[] }) {
  const parts: { part: BudPart | 'circles'; label: string; isEmpty: boolean }[] = [
    { part: 'dates', label: 'Add birthday', isEmpty: bud.dates.length === 0 },
    { part: 'contact', label: 'Add phone or email', isEmpty: !isReachable(bud) },
    { part: 'interests', label: 'Add interests', isEmpty: factsOf(bud).length === 0 },
    { part: 'tags', label: 'Add tags', isEmpty: bud.tags.length === 0 },
    { part: 'notes', label: 'Add notes', isEmpty: !bud.notes },
    { part: 'circles', label: 'Add to a circle', isEmpty: circles.length === 0 },
    { part: 'last-interaction', label: 'Add last interaction', isEmpty: !bud.LastInteraction },
    { part: 'more', label: 'Add custom field', isEmpty: bud.customFields.length === 0 },
  ]
  return <AddLinks parts={parts.filter(({ isEmpty }) => isEmpty)} />
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

type Content = Facts & Reach & Pick<Bud, 'customFields' | 'tags' | 'dueOn' | 'notes' | 'LastInteraction'>

/** Whether nothing but the name of a bud is noted. `lists` are those that its screen shows besides. */
export const isEmpty = (bud: Content, lists: unknown[][]) =>
  !isReachable(bud) &&
  [...lists, factsOf(bud), bud.customFields, bud.tags].every(({ length }) => length === 0) &&
  !bud.dueOn &&
  !bud.notes &&
  !bud.LastInteraction

type DateProps = { dates: { label: string; text: string; next: string }[]; place: Place }

export function DateSection({ dates, place }: DateProps) {
  return (
    <BudCard part="dates" title="Dates" isEmpty={dates.length === 0} place={place}>
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
    </BudCard>
  )
}

export function CircleSection({
  circles,
  form,
}: {
  circles: { _id: string; Name: string }[]
  form: ReactNode
}) {
  return (
    <EditableCard part="circles" title="In your circles" isEmpty={circles.length === 0} form={form}>
      <ul className="chips">
        {circles.map(({ _id, Name }) => (
          <li key={_id}>
            <Link to={`/dashboard/Circle/${_id}`} discover="none">
              {Name}
            </Link>
          </li>
        ))}
      </ul>
    </EditableCard>
  )
}

export function FactSection({ place }: { place: Place }) {
  const facts = factsOf(place.bud)
  return (
    <BudCard part="interests" title="What matters to them" isEmpty={facts.length === 0} place={place}>
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
    </BudCard>
  )
}

export function TagSection({ place }: { place: Place }) {
  const { tags } = place.bud
  return (
    <BudCard part="tags" title="Tags" isEmpty={tags.length === 0} place={place}>
      <ul className="chips">
        {tags.map((tag) => (
          <li key={tag}>
            <Link to={tagPath(tag)} discover="none">
              {tag}
            </Link>
          </li>
        ))}
      </ul>
    </BudCard>
  )
}

export function CustomFieldSection({ place }: { place: Place }) {
  const { customFields } = place.bud
  return (
    <BudCard part="more" title="More" isEmpty={customFields.length === 0} place={place}>
      <dl>
        {customFields.map(({ name, value }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two custom fields may have the same name
          <div key={n}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </BudCard>
  )
}

type TextProps = { part: 'notes' | 'last-interaction'; title: string; text: string; place: Place }

export function TextSection({ part, title, text, place }: TextProps) {
  return (
    <BudCard part={part} title={title} isEmpty={!text} place={place}>
      <p className="text">{text}</p>
    </BudCard>
  )
}
