/** The first letter of a name, with its accents, or else its first digit, picture or other visible character. */
export function initialOf(name: string) {
  const [initial = ''] =
    /\p{L}\p{M}*/u.exec(name) ??
    /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{P}]/u.exec(name) ??
    /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u.exec(name) ??
    []
  return initial
}

/** The text with its first letter as a capital, like a label of the screens. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
