import { ConfirmDialog } from '~/base/components/confirm-dialog'
import { Day } from '~/base/components/day'
import { useConfirmation } from '~/base/components/delete-dialog'
import { type Feed, feedNames, feedsPath } from './feed'

const LastUse = ({ of: day }: { of: string | null }) =>
  day ? (
    <>
      last used on <Day of={day} />
    </>
  ) : (
    'never used'
  )

function Expiry({ of: { expiresAt }, now }: { of: Feed; now: Date }) {
  if (!expiresAt) return 'without an end'
  return (
    <>
      {expiresAt <= now ? 'ended on ' : 'ends on '}
      <Day of={expiresAt} />
    </>
  )
}

/** The feeds, each with a button to revoke it. Without JavaScript, the query parameter `revoke` opens the dialog. */
export function FeedList({ feeds, now }: { feeds: Feed[]; now: Date }) {
  const { open, item: chosen, isInitiallyOpen, close } = useConfirmation(feeds, 'revoke')
  if (feeds.length === 0) return <p className="no-secrets wide">No feeds yet.</p>
  return (
    <div className="wide">
      <form action={feedsPath}>
        <ul className="secret-list">
          {feeds.map((feed) => (
            <li key={feed._id}>
              <div>
                <h3 id={feed._id}>{feedNames[feed.kind]}</h3>
                <p className="help">
                  {feed.names ? 'With names, made on ' : 'Made on '}
                  <Day of={feed.createdAt} />, <LastUse of={feed.lastUsedOn} />,{' '}
                  <Expiry of={feed} now={now} />
                </p>
              </div>
              <button
                type="submit"
                className="button quiet"
                name="revoke"
                value={feed._id}
                aria-describedby={feed._id}
                onClick={open}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      </form>
      {chosen && (
        <ConfirmDialog
          title="Revoke feed"
          question={`Calendars that show ${feedNames[chosen.kind]} by this address get nothing any more. The address cannot come back.`}
          confirm="Yes, Revoke"
          action={feedsPath}
          isInitiallyOpen={isInitiallyOpen}
          onClose={close}
        >
          <input type="hidden" name="intent" value="revoke-feed" />
          <input type="hidden" name="_id" value={chosen._id} />
        </ConfirmDialog>
      )}
    </div>
  )
}
