import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Toast } from '~/base/components/toasts'
import type { Result } from './find'

const limit = 5

/** The records that were looked at last, the latest first. It ends with the document, as no other account may see it. */
let recent: Result[] = []

export const recentResults = () => recent

export function useRecent(result: Result) {
  const { _id, to, name, photo, initials, icon } = result
  useEffect(() => {
    recent = [{ _id, to, name, photo, initials, icon }, ...recent.filter((one) => one._id !== _id)].slice(
      0,
      limit,
    )
  }, [_id, to, name, photo, initials, icon])
}

/** A record leaves the list when it is deleted, on whichever screen. The toast of `root` says if that was refused. */
export function useForgetDeleted(root: { toast?: Pick<Toast, 'type' | 'message'> | undefined } | undefined) {
  const { formAction } = useNavigation()
  const asked = useRef<string>()
  const isRefused = root?.toast?.type === 'error' && !root.toast.message.endsWith('not found')
  useEffect(() => {
    const [, id] = /\/Delete\w+\/([\da-f-]+)/i.exec(formAction ?? '') ?? []
    if (!id && !isRefused) recent = recent.filter(({ _id }) => _id !== asked.current)
    asked.current = id
  }, [formAction, isRefused])
}
