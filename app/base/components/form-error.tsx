import { useEffect, useRef } from 'react'

/** An error that concerns the form as a whole. It takes the focus, which the disabled button of the form has lost. */
export function FormError({ msg, id }: { msg?: string; id?: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (msg) paragraph.current?.focus()
  }, [msg])
  if (!msg) return null
  return (
    <p className="form-error" role="alert" id={id} ref={paragraph} tabIndex={-1}>
      {msg}
    </p>
  )
}
