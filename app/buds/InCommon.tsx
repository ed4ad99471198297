import { useEffect, useId, useState } from 'react'
import { Icon } from '~/components/icons'
import { fullName, initials } from './bud'
import { type ChosenBud, inCommon, listedLimit, type Shared } from './chosen'
import './in-common.css'

const rowsAtOnce = 6
const facesAtMost = 4
const namesAtMost = 3

type Item = Shared<ChosenBud>

/** What the buds share: the two panels of the circle and event forms (product 4.3). */
export function InCommon({ buds }: { buds: ChosenBud[] }) {
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

type PanelProps = { title: string; kind: 'hobbies' | 'preferences'; buds: ChosenBud[]; shared: Item[] }

function Panel({ title, kind, buds, shared }: PanelProps) {
  const titleId = useId()
  const isSmall = buds.length < 2
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {shared.length > 0 ? (
        <SharedItems shared={shared} buds={buds} />
      ) : (
        <p className="nothing">
          <TwoCircles areApart={!isSmall} />
          {isSmall
            ? `Add at least two buds to see shared ${kind}`
            : `No shared ${kind} found among selected buds`}
        </p>
      )}
    </section>
  )
}

/** What most share at once, the rest on demand. */
function SharedItems({ shared, buds }: { shared: Item[]; buds: ChosenBud[] }) {
  const callName = callNames(buds)
  const draw = (item: Item) => (
    <SharedItem key={item.item} {...item} of={buds.length} names={namesOf(item.buds.map(callName))} />
  )
  const rest = shared.slice(rowsAtOnce)
  return (
    <>
      <ul className="shared-items">{shared.slice(0, rowsAtOnce).map(draw)}</ul>
      {rest.length > 0 && (
        <details>
          <summary>
            {rest.length} more <Icon name="chevron-down" />
          </summary>
          <ul className="shared-items">{rest.map(draw)}</ul>
        </details>
      )}
    </>
  )
}

function SharedItem({ item, buds, of, names }: Item & { of: number; names: string }) {
  return (
    <li>
      <span className="item">{item}</span>
      <Faces buds={buds} />
      <span className="names" title={titleOf(buds)}>
        {names}
      </span>
      <span className="count">{buds.length} in common</span>
      <svg className="proportion" aria-hidden="true">
        <rect width={`${(buds.length / of) * 100}%`} height="100%" />
      </svg>
    </li>
  )
}

function Faces({ buds }: { buds: ChosenBud[] }) {
  const shown = buds.length > facesAtMost ? buds.slice(0, facesAtMost - 1) : buds
  return (
    <span className="faces" aria-hidden="true">
      {shown.map((bud) => (
        <span key={bud._id} className={`badge ${bud.Budtype}`}>
          {initials(bud)}
        </span>
      ))}
      {shown.length < buds.length && <span className="badge more">+{buds.length - shown.length}</span>}
    </span>
  )
}

/** By the first name, or by the full name where two have the same. */
function callNames(buds: ChosenBud[]) {
  const times = new Map<string, number>()
  for (const { Firstname } of buds) times.set(Firstname, (times.get(Firstname) ?? 0) + 1)
  return (bud: ChosenBud) => (times.get(bud.Firstname) === 1 ? bud.Firstname : fullName(bud))
}

/** 'Ada, Grace and Tom', or 'Ada, Grace and 4 more'. */
function namesOf(names: string[]) {
  const shown = names.length > namesAtMost ? names.slice(0, namesAtMost - 1) : names.slice(0, -1)
  const last = names.length > namesAtMost ? `${names.length - shown.length} more` : names.at(-1)
  return `${shown.join(', ')} and ${last}`
}

/** The full names, of many the first: hundreds beside each item would make a page of megabytes. */
function titleOf(buds: ChosenBud[]) {
  const names = buds.slice(0, listedLimit).map(fullName).join(', ')
  return buds.length > listedLimit ? `${names} and ${buds.length - listedLimit} more` : names
}

/** Says what has become of the panels once the choosing rests. */
function Announcement({ hobbies, preferences }: { hobbies: number; preferences: number }) {
  const text = `${hobbies} shared hobb${hobbies === 1 ? 'y' : 'ies'}, ${preferences} shared preference${preferences === 1 ? '' : 's'}`
  const [said, setSaid] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 1_000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}

/** Two circles of the mark's family, that meet or do not. */
function TwoCircles({ areApart }: { areApart: boolean }) {
  return (
    <svg className="drawing" viewBox="0 0 72 40" width="72" height="40" aria-hidden="true">
      <circle className="tint" cx={areApart ? 17 : 26} cy="20" r="16" />
      {!areApart && <path className="pale" d="M36 7.5a16 16 0 0 1 0 25 16 16 0 0 1 0-25Z" />}
      <circle className="ring" cx={areApart ? 55 : 46} cy="20" r="16" />
    </svg>
  )
}
