import { Icon } from '~/base/components/icons'
import { passwordChecklist, passwordStrength } from './account'
import './password-strength.css'

/** Shows the strength of a new password during input. It is advice: the server also accepts passwords shown as weak. */
export function PasswordStrength({ password }: { password: string }) {
  const { score, label } = passwordStrength(password)
  return (
    <div className="password-strength">
      <div className="strength js-only" data-strength={password ? label : undefined}>
        <meter min={0} max={6} value={score} aria-label="Password strength" />
        <span role="status">{password && label}</span>
      </div>
      <ul className="checklist">
        {passwordChecklist.map(({ label, isMet }) => (
          <li key={label} data-met={isMet(password)}>
            <Icon name="check" />
            {label}
            <span className="visually-hidden">{isMet(password) ? ', met' : ''}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
