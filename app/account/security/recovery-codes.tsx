import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'

/** New recovery codes. They are shown once, because only their hashes are stored. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${['Recovery codes of Budkeeper. Each works once.', ...codes].join('\n')}\n`
  return (
    <div className="recovery-codes">
      <h3>Your recovery codes</h3>
      <p className="notice">
        Save or print them now: they are not shown again. Each of them replaces a code of the app once, for
        example when you have lost your phone.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <button type="button" className="button js-only" onClick={() => copyText(text, 'codes')}>
          <DashboardIcon name="copy" />
          Copy
        </button>
        <a
          className="button quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="budkeeper-recovery-codes.txt"
        >
          Download
        </a>
      </div>
    </div>
  )
}
