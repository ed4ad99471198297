import { Form, useNavigation } from '@remix-run/react'
import { useRef, useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { Icon } from '~/base/components/icons'
import { showToast } from '~/base/components/toasts'
import { fileLimit, importPath } from '~/data/imports/import'
import '~/base/components/forms.css'
import { DropArea } from './drop-area'
import { ImportGuides } from './import-guides'
import './import.css'

const tooLarge = 'The file must be at most 25 MB'

/**
 * The form that uploads a file. With JavaScript, a chosen or dropped file is sent at once, as nothing is written before the
 * user says so. `error` is the message of a refused file.
 */
export function ImportForm({ error }: { error?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const [warning, setWarning] = useState<string>()
  const message = warning ?? error
  const isSending = useNavigation().formAction === importPath
  return (
    <Form method="post" action={importPath} encType="multipart/form-data" className="import-form" noValidate>
      <AccountField />
      <DropArea input={input} />
      <div className="field import-well">
        <Icon name="arrow-up" />
        <label htmlFor="import-file">File</label>
        <input
          ref={input}
          type="file"
          id="import-file"
          name="file"
          className="file-input"
          accept=".vcf,.vcard,.csv,.txt,.tsv,.zip,.json,text/vcard,text/csv,application/zip,application/json"
          required
          aria-invalid={message ? true : undefined}
          aria-describedby="import-help import-error"
          onChange={({ target }) => setWarning(send(target))}
        />
        <p className="help" id="import-help">
          vCards (.vcf), CSV from Google, Outlook or another program, or a backup of Budkeeper. At most
          25&nbsp;MB.
          <span className="js-only"> Choose it or drop it here: it is checked at once.</span> Nothing is
          written before you say so.
        </p>
        <p className="error" id="import-error" aria-live="polite">
          {message}
        </p>
      </div>
      <button type="submit" className="button without-js" disabled={isSending}>
        Check the file
      </button>
      <ImportGuides />
    </Form>
  )
}

/** Sends the form of a chosen file. A file that is too large is taken back, and the message says so. */
function send(input: HTMLInputElement) {
  const isTooLarge = (input.files?.[0]?.size ?? 0) > fileLimit
  if (isTooLarge) input.value = ''
  else if (input.value) input.form?.requestSubmit()
  return isTooLarge ? tooLarge : undefined
}

/** Takes a file that is dropped on another screen to the import. */
export function ImportByDrop() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Form method="post" action={importPath} encType="multipart/form-data" noValidate>
      <AccountField />
      <input
        ref={input}
        type="file"
        name="file"
        hidden
        onChange={({ target }) => {
          const message = send(target)
          if (message) showToast({ type: 'error', message })
        }}
      />
      <DropArea input={input} />
    </Form>
  )
}
