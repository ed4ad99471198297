import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Draws the photos of sample buds from `drizzle/demo/faces.json`, one WebP each, named by the first name. Nobody real is
 * on them, and the same list gives the same pictures. The values are skin, hair, clothes, background, style and extras.
 */
const folder = 'drizzle/demo/faces'
const faces = JSON.parse(readFileSync('drizzle/demo/faces.json', 'utf8'))

const skins = { 1: '#f6d7c3', 2: '#eec1a0', 3: '#d9a27a', 4: '#b97f55', 5: '#8f5a3a', 6: '#643c28' }
const fringe = 'M39 54C36 35 47 25 60 25S84 35 81 54C78 44 72 38 65 36 56 41 47 42 43 43 40 46 39 50 39 54Z'
const parted = 'M60 31C50 33 42 40 39 58 35 36 46 24 60 24S85 36 81 58C78 40 70 33 60 31Z'
const cropped = 'M39.5 51C38 33 48 26 60 26S82 33 80.5 51C79 42 75 37 60 37S41 42 39.5 51Z'
const straight = 'M38 54C37 34 47 24 60 24S83 34 82 54C75 47 67 45 60 45S45 47 38 54Z'
const path = (d) => `<path d="${d}"/>`
const curls = (radius, reach) =>
  Array.from({ length: 13 }, (_, n) => {
    const angle = Math.PI * (0.92 + (n * 1.16) / 12)
    const [x, y] = [60 + reach * Math.cos(angle), 50 + reach * Math.sin(angle)].map((v) => v.toFixed(1))
    return `<circle cx="${x}" cy="${y}" r="${radius}"/>`
  }).join('')

/** What is drawn in the colour of the hair, behind and before the face. */
const styles = {
  short: { front: path(fringe) },
  cropped: { front: path(cropped) },
  long: {
    back: path('M36 54C33 30 47 21 60 21S87 30 84 55C84 74 88 86 92 98H28C33 86 36 74 36 54Z'),
    front: path(parted),
  },
  bob: {
    back: path('M35 53C33 30 46 21 60 21S87 30 85 54C86 67 87 75 82 82H38C33 75 34 64 35 53Z'),
    front: path(straight),
  },
  bun: { back: '<circle cx="60" cy="19" r="11"/>', front: path(parted) },
  curly: { back: curls(10, 27), front: curls(6.5, 25) },
  afro: { back: '<circle cx="60" cy="45" r="34"/>', front: path(cropped) },
  bald: { front: '' },
  scarf: {
    back: path('M31 62C28 31 43 19 60 19S92 31 89 62C89 84 95 96 99 112H21C26 96 31 80 31 62Z'),
    front: path(
      'M39 56C37 36 47 27 60 27S83 36 81 56C84 36 76 23 60 23S36 36 39 56ZM41 68C47 88 73 88 79 68L90 98H30Z',
    ),
  },
}

const extras = {
  glasses:
    '<g fill="none" stroke="#2f2a28" stroke-width="1.6"><circle cx="51" cy="57" r="6.5"/><circle cx="69" cy="57" r="6.5"/><path d="M57.5 56.5q2.5-1.5 5 0"/></g>',
  beard: (hair) =>
    `<path fill="${hair}" d="M39.5 60C40 78 49 84 60 84S80 78 80.5 60C78 66 74 68 68 68 63 66 57 66 52 68 46 68 42 66 39.5 60Z"/>`,
  earrings:
    '<circle cx="38.5" cy="67" r="2" fill="#d9a93a"/><circle cx="81.5" cy="67" r="2" fill="#d9a93a"/>',
}

function draw([skin, hair, clothes, ground, style, more = []]) {
  const { back = '', front } = styles[style]
  const tone = skins[skin]
  const extra = more
    .map((name) => (typeof extras[name] === 'function' ? extras[name](hair) : extras[name]))
    .join('')
  const ears = style === 'scarf' ? '' : '<circle cx="39" cy="60" r="4.5"/><circle cx="81" cy="60" r="4.5"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="8 6 104 104" width="192" height="192">
    <rect width="120" height="120" fill="${ground}"/>
    <g fill="${hair}">${back}</g>
    <path d="M16 124C16 100 36 92 60 92S104 100 104 124Z" fill="${clothes}"/>
    <g fill="${tone}"><path d="M51 74H69V90C69 100 51 100 51 90Z"/>${ears}<ellipse cx="60" cy="58" rx="21" ry="25.5"/></g>
    <path d="M51 80C56 85 64 85 69 80V85C63 90 57 90 51 85Z" fill="#000" opacity=".1"/>
    ${more.includes('beard') ? extra : ''}
    <g fill="${hair}">${front}</g>
    <g fill="#1d1412"><circle cx="51" cy="57" r="2.5"/><circle cx="69" cy="57" r="2.5"/></g>
    <g fill="#fff"><circle cx="51.8" cy="56.2" r=".8"/><circle cx="69.8" cy="56.2" r=".8"/></g>
    <g fill="none" stroke="#2f2422" stroke-width="1.7" stroke-linecap="round">
      <path d="M47 50.5q4-2.5 8 0M65 50.5q4-2.5 8 0" opacity=".8"/><path d="M60 58.5l-1.5 6h3" opacity=".35"/>
      <path d="M53 71q7 6 14 0" stroke="#8c3a33" stroke-width="2"/>
    </g>
    ${more.includes('beard') ? '' : extra}
  </svg>`
}

mkdirSync(folder, { recursive: true })
for (const [name, face] of Object.entries(faces))
  await sharp(Buffer.from(draw(face)))
    .webp({ quality: 80, effort: 6 })
    .toFile(`${folder}/${name}.webp`)
