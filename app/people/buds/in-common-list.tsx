import { useEffect, useId, useState } from 'react'
import { Icon } from '~/base/components/icons'
import { fullName } from './bud'
import { listedBudsLimit, type PickerBud } from './bud-picker'
import { BudPortrait } from './bud-portrait'
import { inCommon, shortNames } from './in-common'
import './in-common.css'

const visibleRows = 6
const maxBadges = 4
const maxNames = 3

type Item = { item: string; buds: PickerBud[] }

/** The two panels with shared hobbies and preferences in the circle and event forms (product 4.3). */
export function InCommon({ buds }: { buds: PickerBud[] }) {
  const hobbies = inCommon(buds, (bud) => bud.hobbies)
  const preferences = inCommon(buds, (bud) => bud.preferences)
  return (
    <div className="in-common">
      <Panel title="Common Hobbies" kind="hobbies" buds={buds} shared={hobbies} />
      <Panel title="Common Preferences" kind="preferences" buds={buds} shared={preferences} />
      <Announcement hobbies={hobbies.length} preferences={preferences.length} />
    </div>
  )
}

type PanelProps = { title: string; kind: 'hobbies' | 'preferences'; buds: PickerBud[]; shared: Item[] }

function Panel({ title, kind, buds, shared }: PanelProps) {
  const titleId = useId()
  const areTooFew = buds.length < 2
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {shared.length > 0 ? (
        <SharedItems shared={shared} buds={buds} />
      ) : (
        <p className="nothing">
          <TwoCircles areApart={!areTooFew} />
          {areTooFew
            ? `Add at least two buds to see shared ${kind}`
            : `No shared ${kind} found among selected buds`}
        </p>
      )}
    </section>
  )
}

function SharedItems({ shared, buds }: { shared: Item[]; buds: PickerBud[] }) {
  const shortName = shortNames(buds)
  const renderItem = (item: Item) => (
    <SharedItem key={item.item} {...item} total={buds.length} names={joinNames(item.buds.map(shortName))} />
  )
  const hiddenItems = shared.slice(visibleRows)
  return (
    <>
      <ul className="shared-items">{shared.slice(0, visibleRows).map(renderItem)}</ul>
      {hiddenItems.length > 0 && (
        <details>
          <summary>
            {hiddenItems.length} more <Icon name="chevron-down" />
          </summary>
          <ul className="shared-items">{hiddenItems.map(renderItem)}</ul>
        </details>
      )}
    </>
  )
}

function SharedItem({ item, buds, total, names }: Item & { total: number; names: string }) {
  return (
    <li>
      <span className="item">{item}</span>
      <BudBadges buds={buds} />
      <span className="names" title={titleOf(buds)}>
        {names}
      </span>
      <span className="count">{buds.length} in common</span>
      <svg className="proportion" aria-hidden="true">
        <rect width={`${(buds.length / total) * 100}%`} height="100%" />
      </svg>
    </li>
  )
}

function BudBadges({ buds }: { buds: PickerBud[] }) {
  const visibleBuds = buds.length > maxBadges ? buds.slice(0, maxBadges - 1) : buds
  return (
    <span className="faces" aria-hidden="true">
      {visibleBuds.map((bud) => (
        <BudPortrait key={bud._id} bud={bud} size="overlapping" />
      ))}
      {visibleBuds.length < buds.length && (
        <span className="badge more">+{buds.length - visibleBuds.length}</span>
      )}
    </span>
  )
}

/** 'Ada, Grace and Tom', or 'Ada, Grace and 4 more'. */
function joinNames(names: string[]) {
  const visibleNames = names.length > maxNames ? names.slice(0, maxNames - 1) : names.slice(0, -1)
  const last = names.length > maxNames ? `${names.length - visibleNames.length} more` : names.at(-1)
  return `${visibleNames.join(', ')} and ${last}`
}

/** The full names. Limited, because hundreds of names for each item would make a page of megabytes. */
function titleOf(buds: PickerBud[]) {
  const names = buds.slice(0, listedBudsLimit).map(fullName).join(', ')
  return buds.length > listedBudsLimit ? `${names} and ${buds.length - listedBudsLimit} more` : names
}

/** Announces the result to screen readers when the selection has not changed for a second. */
function Announcement({ hobbies, preferences }: { hobbies: number; preferences: number }) {
  const text = `${hobbies} shared hobb${hobbies === 1 ? 'y' : 'ies'}, ${preferences} shared preference${preferences === 1 ? '' : 's'}`
  const [announced, setAnnounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), 1_000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  )
}

function TwoCircles({ areApart }: { areApart: boolean }) {
  return (
    <svg className="drawing" viewBox="0 0 72 40" width="72" height="40" aria-hidden="true">
      <circle className="tint" cx={areApart ? 17 : 26} cy="20" r="16" />
      {!areApart && <path className="pale" d="M36 7.5a16 16 0 0 1 0 25 16 16 0 0 1 0-25Z" />}
      <circle className="ring" cx={areApart ? 55 : 46} cy="20" r="16" />
    </svg>
  )
}
