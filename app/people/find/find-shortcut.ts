import { useRouteLoaderData } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the user has not switched the key `/` off. */
export function useKey() {
  const frame = useRouteLoaderData('root') as { isFindKeyOn?: boolean } | undefined
  return frame?.isFindKeyOn !== false
}

const textInputs = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

/**
 * The keys `/` and Control+K move the focus to the field, `?` asks for the list of keys. Of these, only Control+K works
 * while the focus is in another field. Nothing happens where the field is not visible.
 */
export function useFindKeys(input: RefObject<HTMLInputElement>, isOn: boolean, open: () => void) {
  const [isKeyListOpen, setKeyListOpen] = useState(false)
  const openList = useRef(open)
  openList.current = open
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (event.defaultPrevented || altKey || document.querySelector('dialog:modal')) return
      const hasModifier = ctrlKey || metaKey
      const isTyping = target instanceof Element && target.closest(textInputs)
      const finds = hasModifier ? key.toLowerCase() === 'k' : key === '/' && !isTyping
      if (!hasModifier && key === '?' && !isTyping && input.current?.checkVisibility()) {
        event.preventDefault()
        setKeyListOpen(true)
      }
      if (!finds) return
      input.current?.focus()
      if (document.activeElement !== input.current) return
      event.preventDefault()
      input.current?.select()
      openList.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, isOn])
  return { isKeyListOpen, closeKeyList: () => setKeyListOpen(false) }
}
