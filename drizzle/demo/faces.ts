const files = import.meta.glob<string>('./faces/*.webp', { eager: true, query: '?inline', import: 'default' })

/** The drawn photo of a sample bud, as WebP. Null: the bud has none. `npm run icons` draws them from `faces.json`. */
export function faceOf(firstName: string) {
  const url = files[`./faces/${firstName}.webp`]
  return url ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') : null
}
