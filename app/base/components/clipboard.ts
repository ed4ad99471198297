import { capitalised } from './initial'
import { showToast } from './toasts'

/**
 * The browser may deny access to the clipboard, and offers no clipboard without HTTPS. `noun` names the text in the toast.
 * Resolves to whether the text was copied.
 */
export async function copyText(text: string, noun: string) {
  try {
    await navigator.clipboard.writeText(text)
    const message = `${capitalised(noun)} copied to clipboard`
    showToast({ type: 'success', message })
    return true
  } catch {
    showToast({ type: 'error', message: `Failed to copy ${noun}` })
    return false
  }
}
