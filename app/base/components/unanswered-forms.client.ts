/**
 * Keeps a form, and what was typed in it, where Remix would replace it by an error: without a network, and when the answer
 * comes late or is not the app's, such as that of a proxy. The form can be sent again.
 */
import { showToast } from './toasts'

/** What Remix reads as the answer of an action that returns null, in the format of `turbo-stream`. */
const emptyAnswer = '[{"_1":-5},"data"]\n'

const { fetch } = window
let sent: HTMLFormElement | undefined

function refuse(message: string) {
  if (sent) sent.dataset.refused = ''
  showToast({ type: 'error', message })
}

function send(event: Event) {
  sent = event.target as HTMLFormElement
  delete sent.dataset.refused
  if (navigator.onLine) return
  event.preventDefault()
  event.stopPropagation()
  refuse('You are offline. Nothing was sent.')
}

/** A form that leads to another page is not on it any more. */
function isFormOfPage(resource: RequestInfo | URL, init: RequestInit | undefined) {
  return (
    init?.method === 'POST' &&
    resource instanceof URL &&
    resource.pathname.replace(/\.data$/, '') === window.location.pathname
  )
}

// Before React and Remix, which listen to the document.
window.addEventListener('submit', send, { capture: true })
window.fetch = async (resource, init) => {
  if (!isFormOfPage(resource, init)) return fetch(resource, init)
  const response = await fetch(resource, init).catch((error) => {
    if (init?.signal?.aborted) throw error
  })
  if (response?.headers.has('X-Remix-Response')) return response
  refuse('The server did not answer. What you typed is still here.')
  return new Response(emptyAnswer, { status: 503 })
}
