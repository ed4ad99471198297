import { TextField } from '~/base/components/field'

type Field = Parameters<typeof TextField>[0]['field']

/** A code of the app or a recovery code: digits, which may be typed with spaces. */
export function CodeField({ field, help }: { field: Field; help?: string }) {
  return (
    <TextField
      label="Code"
      field={field}
      help={help}
      className="input code-input"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  )
}
