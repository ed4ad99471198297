import { Day } from '~/base/components/day'
import { Link } from '~/base/components/link'
import { Table } from '~/base/components/table'
import { fullName, type Person } from '~/people/buds/bud'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { type Answer, answerNames, type GuestAnswer } from './guest'

export type Guest = GuestAnswer & {
  bud: Person
  answeredAt: Date | null
  hasLink: boolean
}

type Props = {
  guests: Guest[]
  /** Those of a form that was refused. */
  chosen: string[] | undefined
  isReadOnly: boolean
}

const columns = ['Guest', 'Answer', 'Brings', 'Diet', 'Note', 'Link']

/** The attendees with their answers. Unless it is read-only, each can be chosen for a link. */
export function GuestTable({ guests, chosen, isReadOnly }: Props) {
  return (
    <Table className="guests" caption="Guests" columns={columns}>
      {guests.map(({ bud, ...guest }) => (
        <tr key={bud._id}>
          <th scope="row">
            {!isReadOnly && (
              <label className="check">
                <input
                  // Made again when a link is made or ended, so that its default applies.
                  key={String(guest.hasLink)}
                  type="checkbox"
                  name="selectedBuds"
                  value={bud._id}
                  defaultChecked={chosen ? chosen.includes(bud._id) : !guest.hasLink && !guest.answer}
                  aria-label={`Choose ${fullName(bud)}`}
                />
              </label>
            )}
            <BudPortrait bud={bud} />
            <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
              {fullName(bud)}
            </Link>
          </th>
          <td data-label="Answer">
            <AnswerTag answer={guest.answer} answeredAt={guest.answeredAt} />
          </td>
          <td data-label="Brings">{guest.guests > 0 ? guest.guests : <None />}</td>
          <td data-label="Diet">{guest.diet.length > 0 ? guest.diet.join(', ') : <None />}</td>
          <td data-label="Note" className="guest-note">
            {guest.note || <None />}
          </td>
          <td data-label="Link">{guest.hasLink ? 'Made' : 'None'}</td>
        </tr>
      ))}
    </Table>
  )
}

const None = () => <span className="help">–</span>

function AnswerTag({ answer, answeredAt }: { answer: Answer | null; answeredAt: Date | null }) {
  if (!answer) return <span className="tag answer">No answer</span>
  return (
    <div>
      <span className={`tag answer ${answer}`}>{answerNames[answer]}</span>
      {answeredAt && (
        <span className="answered">
          <Day of={answeredAt} />
        </span>
      )}
    </div>
  )
}
