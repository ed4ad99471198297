import { Link } from './link'

export type Refusal = { msg: string; typed: [name: string, value: string][] }

export const isRefusal = (data: unknown): data is Refusal =>
  typeof data === 'object' && data !== null && 'typed' in data

/** Answers another account's form whose screen this account does not have: says why, and shows what was typed. */
export function RefusedFormPage({ msg, typed }: Refusal) {
  const texts = typed.filter(([name, value]) => value.trim() !== '' && !/^_|^(intent|returnTo)$/.test(name))
  return (
    <div className="form-page narrow refused-form">
      <header className="form-header">
        <div>
          <h1>Another account's form</h1>
          <p role="alert">{msg}</p>
        </div>
      </header>
      {texts.length > 0 && (
        <section className="card form-section">
          <h2>What you typed</h2>
          {texts.map(([name, value], n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
            <div className="field wide" key={n}>
              <label htmlFor={`typed-${n}`}>{name}</label>
              <textarea className="input" id={`typed-${n}`} name={name} defaultValue={value} readOnly />
            </div>
          ))}
        </section>
      )}
      <p>
        <Link className="button" to="/dashboard">
          Back to your buds
        </Link>
      </p>
    </div>
  )
}
