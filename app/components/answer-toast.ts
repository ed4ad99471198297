import { useEffect } from 'react'
import { showToast } from './toasts'

/** What an action refused, once for every answer. */
export function useErrorToast(answer: { msg: string } | undefined) {
  useEffect(() => {
    if (answer?.msg) showToast({ type: 'error', message: answer.msg })
  }, [answer])
}
