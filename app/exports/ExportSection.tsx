import type { ExportFormat } from './export'
import './export.css'

type File = { format: ExportFormat; label: string; help: string }

const files: [File, ...File[]] = [
  {
    format: 'zip',
    label: 'Everything (ZIP)',
    help: 'The backup: all your data with the photos, and the files below. Import it to restore everything.',
  },
  {
    format: 'vcf',
    label: 'Address book (vCard)',
    help: 'Your buds with their photos, for the contacts of a phone or a mail program.',
  },
  {
    format: 'ics',
    label: 'Calendar (iCalendar)',
    help: 'Your events, the dates of your buds and the milestones of your circles.',
  },
  { format: 'csv', label: 'Spreadsheet (CSV)', help: 'Your buds, one on a row.' },
  {
    format: 'json',
    label: 'Data (JSON)',
    help: 'Buds, circles, events and interactions, for programs. Photos are only in the ZIP.',
  },
]

/** The downloads of the screen 'Your data' (product 20.3). `parts` is the number of parts of the backup. */
export function ExportSection({ parts }: { parts: number }) {
  return (
    <section className="card form-section" id="export">
      <h2>Export</h2>
      <ul className="export-files wide">
        {files.map(({ format, label, help }, n) => {
          const isInParts = format === 'zip' && parts > 1
          return (
            <li key={format}>
              <div>
                <strong>{label}</strong>
                <p className="help">{isInParts ? helpForParts(parts) : help}</p>
              </div>
              {isInParts ? (
                <BackupParts count={parts} label={label} />
              ) : (
                <a
                  className={n === 0 ? 'button' : 'button quiet'}
                  href={`/dashboard/export?format=${format}`}
                >
                  Download <span className="visually-hidden">{label}</span>
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const helpForParts = (count: number) =>
  `The backup, in ${count} parts because of your photos. Download all of them. Each has all your data and some of the photos; import them in any order to restore everything.`

function BackupParts({ count, label }: { count: number; label: string }) {
  return (
    <ul className="export-parts">
      {Array.from({ length: count }, (_, n) => n + 1).map((part) => (
        <li key={part}>
          <a className="button" href={`/dashboard/export?format=zip&part=${part}`}>
            <span className="visually-hidden">Download {label}:</span> Part {part} of {count}
          </a>
        </li>
      ))}
    </ul>
  )
}
