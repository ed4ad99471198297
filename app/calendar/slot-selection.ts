/** A ref that keeps a press from selecting a slot. react-big-calendar listens for presses on the document. */
export function preventSlotSelection(element: HTMLElement | null) {
  element?.addEventListener('mousedown', stop)
  element?.addEventListener('touchstart', stop, { passive: true })
}

const stop = (event: Event) => event.stopPropagation()
