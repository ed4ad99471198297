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

// Before React and Remix, which listen to the document.
addEventListener('submit', send, true)
window.fetch = async (resource, init) => {
  const answer = fetch(resource, init)
  // A form that leads to another page is not on it any more.
  const isOfPage = resource instanceof URL && resource.pathname === `${location.pathname}.data`
  if (init?.method !== 'POST' || !isOfPage) return answer
  const response = await answer.catch(() => null)
  if (init.signal?.aborted || response?.headers.has('X-Remix-Response')) return answer
  refuse('The server did not answer. Please try again.')
  return new Response(emptyAnswer, { status: 503 })
}
