import { useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
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

/** A record leaves the list when it is deleted, on whichever screen. */
export function useForgetDeleted() {
  const { formAction } = useNavigation()
  useEffect(() => {
    const [, id] = /\/Delete\w+\/([\da-f-]+)/i.exec(formAction ?? '') ?? []
    if (id) recent = recent.filter((one) => one._id !== id)
  }, [formAction])
}
