/** The first letter of a name, with its accents, or else its first digit, picture or other visible character. */
export function initialOf(name: string) {
  const [initial = ''] =
    /\p{L}\p{M}*/u.exec(name) ??
    /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{P}]/u.exec(name) ??
    /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u.exec(name) ??
    []
  return initial
}
