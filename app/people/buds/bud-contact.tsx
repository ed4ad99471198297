import { DashboardIcon, type DashboardIconName } from '~/base/components/dashboard-icons'
import { BudCard, isReachable, type Place } from './bud-sections'
import { addressLines, emailLink } from './contact-lines'

/** What calls each phone. The loader reads the numbers, because their grammar is 2 kB of script. */
export type PhoneLinks = (string | undefined)[]

type Line = { key: string; icon: DashboardIconName; label: string; href?: string | undefined; text: string }

/** How to reach a bud: each line is a link that writes, calls or opens. */
export function BudContact({ place, phoneLinks }: { place: Place; phoneLinks: PhoneLinks }) {
  const { bud } = place
  const lines: Line[] = [
    ...bud.phones.map(({ label, value }, n) => ({
      icon: 'phone' as const,
      label,
      text: value,
      href: phoneLinks[n],
    })),
    ...bud.emails.map(({ label, value }) => ({
      icon: 'mail' as const,
      label,
      text: value,
      href: emailLink(value),
    })),
    ...bud.addresses.map((address) => ({
      icon: 'pin' as const,
      label: address.label,
      text: addressLines(address).join('\n'),
    })),
    ...bud.links.map(({ label, value }) => ({ icon: 'link' as const, label, text: value, href: value })),
  ].map((line, n) => ({ ...line, key: `${n} ${line.text}` }))
  return (
    <BudCard
      part="contact"
      title="Contact details"
      className="reach"
      isEmpty={!isReachable(bud)}
      place={place}
    >
      <ul className="reach-lines">
        {lines.map(({ key, icon, label, href, text }) => (
          <li key={key}>
            <DashboardIcon name={icon} />
            <div>
              {href ? (
                <a href={href} {...(icon === 'link' && { target: '_blank', rel: 'noopener noreferrer' })}>
                  {text.replace(/^https?:\/\//i, '')}
                </a>
              ) : (
                <p className="text">{text}</p>
              )}
              {label && <small>{label}</small>}
            </div>
          </li>
        ))}
      </ul>
    </BudCard>
  )
}
