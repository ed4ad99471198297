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
    help: 'All your records, for programs. Photos are only in the ZIP.',
  },
]

/** The downloads of the screen 'Your data' (product 20.3). `parts` are the queries of the backup's parts. */
export function ExportSection({ parts }: { parts: string[] }) {
  return (
    <section className="card form-section" id="export">
      <h2>Export</h2>
      <ul className="export-files wide">
        {files.map(({ format, label, help }, n) => {
          const isInParts = format === 'zip' && parts.length > 1
          return (
            <li key={format}>
              <div>
                <strong>{label}</strong>
                <p className="help">{isInParts ? helpForParts(parts.length) : help}</p>
              </div>
              {isInParts ? (
                <BackupParts parts={parts} label={label} />
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

function BackupParts({ parts, label }: { parts: string[]; label: string }) {
  return (
    <ul className="export-parts">
      {parts.map((query, n) => (
        <li key={query}>
          <a className="button" href={`/dashboard/export${query}`}>
            <span className="visually-hidden">Download {label}:</span> Part {n + 1} of {parts.length}
          </a>
        </li>
      ))}
    </ul>
  )
}
