/** The features of a face, each with the number of its forms in `drawn-face.css`. */
const features = { head: 4, leaf: 4, eyes: 4, mouth: 4, hue: 6, tilt: 3 }

/**
 * Classes for the initials of a bud, which a drawn face covers in an account that has not chosen initials (product 3.3). A
 * bud has the same face everywhere, because it depends on the last characters of the id alone.
 */
export function drawnFace(_id: string) {
  const forms = Object.entries(features).map(
    ([feature, count], n) => `${feature}-${_id.charCodeAt(_id.length - 1 - n) % count}`,
  )
  return `drawn ${forms.join(' ')}`
}
