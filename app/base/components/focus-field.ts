/** Opens the folded sections around a field and focuses it. Returns whether the page has the field. */
export function focusField(id: string) {
  const field = document.getElementById(id)
  if (!field) return false
  for (const details of document.querySelectorAll('details')) if (details.contains(field)) details.open = true
  field.scrollIntoView({ block: 'nearest' })
  field.focus()
  return true
}
