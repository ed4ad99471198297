/**
 * A ref callback. A press on the element must not select a slot: react-big-calendar listens for presses on the
 * document.
 */
export function preventSlotSelection(element: HTMLElement | null) {
  element?.addEventListener('mousedown', stopPropagation)
  element?.addEventListener('touchstart', stopPropagation, { passive: true })
}

const stopPropagation = (event: Event) => event.stopPropagation()
