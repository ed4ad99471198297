/** Constants of a blog post for browser and server (product 9.2). The rules are in `post-input.server.ts`. */
export const metaDescriptionLength = 160
export const titleLength = 200
export const excerptLength = 500
export const contentLength = 200_000
export const tagLimit = 20
export const tagLength = 50

const wordsPerMinute = 200

/** The reading time of HTML in minutes, rounded up. */
export function readingTimeOf(content: string) {
  const words = content.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []
  return Math.max(1, Math.ceil(words.length / wordsPerMinute))
}

/** The error that precedes the list of changes. */
export const contentWouldChange = 'Some of the content cannot be kept'

export const previewSoon = 'Preview feature coming soon'
