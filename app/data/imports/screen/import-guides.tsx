import { Icon } from '~/base/components/icons'
import './import.css'

const guides = [
  {
    title: 'iPhone or iPad',
    steps: [
      'Open Contacts and tap Lists at the top.',
      'Hold the list, such as All iPhone, and tap Export.',
      'Tap Export again, then Save to Files, and choose that file here.',
    ],
  },
  {
    title: 'Android or Google',
    steps: [
      'On the phone, open Contacts, tap Organise, then Export to file.',
      'On a computer, open contacts.google.com and choose Export, then Google CSV or vCard.',
      'Choose the file of your downloads here.',
    ],
  },
  {
    title: 'Outlook',
    steps: [
      'Open outlook.com on a computer and choose People.',
      'Choose Manage contacts, then Export contacts.',
      'Choose the CSV file of your downloads here.',
    ],
  },
]

/** How to get a file of contacts out of a phone or a mail program. */
export function ImportGuides() {
  return (
    <div className="import-guides">
      {guides.map(({ title, steps }) => (
        <details key={title}>
          <summary>
            {title} <Icon name="chevron-down" />
          </summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  )
}
