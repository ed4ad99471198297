import { useRouteLoaderData } from '@remix-run/react'
import { type RefObject, useEffect } from 'react'

/** Whether the user has not switched the key `/` off. */
export function useKey() {
  const frame = useRouteLoaderData('root') as { isFindKeyOn?: boolean } | undefined
  return frame?.isFindKeyOn !== false
}

const textInputs = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

/** The key `/` moves the focus to the field, unless the focus is in another field or this one is not visible. */
export function useSlash(input: RefObject<HTMLInputElement>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(textInputs)) return
      input.current?.focus()
      if (document.activeElement !== input.current) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, isOn])
}
