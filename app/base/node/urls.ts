/**
 * The URL of a text, or null if it is none. Not by `URL.canParse`: once compiled, that of Node 20 refuses texts with letters
 * beyond ASCII.
 */
export function parseUrl(text: string, base?: string) {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
