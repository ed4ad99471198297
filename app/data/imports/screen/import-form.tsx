import { Form } from '@remix-run/react'
import { useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { fileLimit, importPath } from '~/data/imports/import'
import '~/base/components/forms.css'
import './import.css'

const tooLarge = 'The file must be at most 25 MB'

/** The form that uploads a file. `error` is the message of a refused file. */
export function ImportForm({ error }: { error?: string | undefined }) {
  const [warning, setWarning] = useState<string>()
  const message = warning ?? error
  return (
    <Form method="post" action={importPath} encType="multipart/form-data" className="import-form">
      <AccountField />
      <div className="field">
        <label htmlFor="import-file">File</label>
        <input
          type="file"
          id="import-file"
          name="file"
          className="file-input"
          accept=".vcf,.vcard,.csv,.txt,.tsv,.zip,.json,text/vcard,text/csv,application/zip,application/json"
          required
          aria-invalid={message ? true : undefined}
          aria-describedby="import-help import-error"
          onChange={({ target }) => {
            const isTooLarge = (target.files?.[0]?.size ?? 0) > fileLimit
            if (isTooLarge) target.value = ''
            setWarning(isTooLarge ? tooLarge : undefined)
          }}
        />
        <p className="help" id="import-help">
          vCards (.vcf), CSV from Google, Outlook or another program, or a backup of Budkeeper. At most 25 MB.
          Nothing is written before you say so.
        </p>
        <p className="error" id="import-error" aria-live="polite">
          {message}
        </p>
      </div>
      <button type="submit" className="button">
        Check the file
      </button>
    </Form>
  )
}
