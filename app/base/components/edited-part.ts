import { useLocation } from '@remix-run/react'
import type { FormActionData } from './form-page'

/** The part of a page whose form is open in place: `?edit=dates`. */
export const partOf = ({ search }: { search: string }) => new URLSearchParams(search).get('edit')

export const useEditedPart = () => partOf(useLocation())

/** The path of the page with the form of another part open in place, or with none. */
export function usePathWith(part: string | null) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('edit')
  if (part) query.set('edit', part)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** What the action says about the form of a part, if it is about that one. */
export const answerTo = <Data extends FormActionData>(part: string, actionData: Data | undefined) =>
  actionData?.result.initialValue?.edit === part ? actionData : undefined

/** The part of `parts` that a form or a URL names. */
export const partIn = <Parts extends object>(parts: Parts, name: unknown) =>
  typeof name === 'string' && Object.hasOwn(parts, name) ? (name as keyof Parts & string) : undefined
