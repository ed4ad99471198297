/** An error that concerns the form as a whole. */
export function FormError({ msg, id }: { msg?: string; id?: string }) {
  if (!msg) return null
  return (
    <p className="form-error" role="alert" id={id}>
      {msg}
    </p>
  )
}
