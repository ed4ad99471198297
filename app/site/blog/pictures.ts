/** Alternative texts of this site's own drawings. */
const altTexts: Record<string, string> = {
  bubbles: 'A speech bubble with a sun in it, answered by one with two leaves',
  garland: 'A garland of leaves and buds',
  gift: 'A present with two leaves for a bow',
  letter: 'A sprout growing out of an envelope',
  month: 'A page of a calendar with a bud on one of its days',
  notebook: 'A notebook, and a leaf for a pen',
  overlap: 'Two circles that overlap, and a sprout where they do',
  ring: 'A ring of buds around a sprout',
  'seven-sprouts': 'Seven sprouts in a row, one of them in bloom',
  table: 'Six guests around a long table',
  'three-lines': 'A note of three lines beside two leaves',
  'two-hills': 'Two sprouts on two hills, and a dotted line from one to the other',
  'two-leaves': 'Two leaves that meet above a bud',
  'two-paths': 'Two people joined by a dotted line',
}

export const drawingPathPattern = /^\/blog-pictures\/([\w-]+)\.svg$/

/** The alternative text of a picture. Empty for a picture hosted on another site. */
export function pictureText(url: string) {
  return altTexts[drawingPathPattern.exec(url)?.[1] ?? ''] ?? ''
}

/** The picture for social networks, which do not show SVG. Each drawing also exists as a PNG. */
export function shareablePicture(url: string) {
  return url.replace(drawingPathPattern, '/blog-pictures/$1.png') || '/social.png'
}
