import { type RefObject, useEffect, useState } from 'react'
import { showToast } from '~/base/components/toasts'
import './import.css'

/** Covers the window while a file is dragged over it. A file that is dropped is chosen in the file field `input`. */
export function DropArea({ input }: { input: RefObject<HTMLInputElement> }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => isFile(event) && listener(event), { signal: listeners.signal })
    listen('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    // Without a related target, the pointer has left the window.
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false))
    listen('drop', (event) => {
      event.preventDefault()
      setOver(false)
      if (input.current) choose(input.current, event.dataTransfer?.files)
    })
    return () => listeners.abort()
  }, [input])
  return isOver ? (
    <div className="drop-area">
      <p>Drop the file to check it</p>
    </div>
  ) : null
}

/** A picture of the page that is dragged offers a file as well, but is also a link. */
const isFile = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') === true && !dataTransfer.types.includes('text/uri-list')

function choose(input: HTMLInputElement, files: FileList | undefined) {
  if (files?.length !== 1) return showToast({ type: 'error', message: 'Drop one file at a time' })
  input.files = files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
