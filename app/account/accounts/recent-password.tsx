import type { FieldMetadata } from '@conform-to/react'
import { PasswordField } from '~/base/components/password-field'

type Props = {
  field: FieldMetadata<string | undefined>
  /** Whether the sign-in is recent. */
  isRecent: boolean
  help?: string
  required?: boolean
}

/** Asks for the password unless the sign-in is recent (product 25.6). A refused form asks for it, too. */
export function RecentPassword({
  field,
  isRecent,
  help = 'Asked for again, because somebody else may sit at this device.',
  required = true,
}: Props) {
  if (isRecent && !field.errors) return null
  return (
    <PasswordField
      label="Account password"
      field={field as FieldMetadata<string>}
      help={help}
      required={required}
      autoComplete="current-password"
    />
  )
}
