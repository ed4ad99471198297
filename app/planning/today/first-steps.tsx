import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import './first-steps.css'

/** What a new account has done. Null after its first month. */
export type FirstSteps = { people: boolean; rhythm: boolean; birthday: boolean; plan: boolean }

/** The four steps, of which a mail tells as well. */
export const steps: { name: keyof FirstSteps; label: string; to: string }[] = [
  { name: 'people', label: 'Add the people you care about', to: '/dashboard/AddBud' },
  { name: 'rhythm', label: "Choose how often to be in touch, by 'Keep in touch' on a bud", to: '/dashboard' },
  { name: 'birthday', label: 'Note a birthday or another date', to: '/dashboard' },
  { name: 'plan', label: 'Plan something together', to: '/dashboard/Together' },
]

/** Four steps into the product, which go away when all are done. */
export function FirstStepList({ done }: { done: FirstSteps | null }) {
  if (!done || steps.every(({ name }) => done[name])) return null
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol>
        {steps.map(({ name, label, to }) => (
          <li key={name} className={done[name] ? 'done' : undefined}>
            <span className="first-step-mark">{done[name] && <Icon name="check" label="Done" />}</span>
            {done[name] ? label : <Link to={done.people ? to : '/dashboard/AddBud'}>{label}</Link>}
          </li>
        ))}
      </ol>
    </section>
  )
}
