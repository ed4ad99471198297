import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Draws the icons of the installed app from the mark in `public/favicon.svg`. Systems cut a maskable icon to their own
 * shape, so its mark keeps within the circle of 80 % that stays; the others have their own rounded corners.
 */
const leaf = '#20603c'
const mark = readFileSync('public/favicon.svg', 'utf8')
  .match(/<(circle|path) [^>]*>/g)
  ?.join('')

const icons = [
  { name: 'icon-192', size: 192, corners: 5, part: 0.6 },
  { name: 'icon-512', size: 512, corners: 5, part: 0.6 },
  { name: 'icon-maskable-512', size: 512, corners: 0, part: 0.5 },
  // iOS rounds the corners itself.
  { name: 'apple-touch-icon', size: 180, corners: 0, part: 0.56 },
]

for (const { name, size, corners, part } of icons) {
  const edge = (24 * (1 - part)) / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}">
    <rect width="24" height="24" rx="${corners}" fill="${leaf}"/>
    <g fill="#fff" transform="translate(${edge} ${edge}) scale(${part})">${mark}</g>
  </svg>`
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toFile(`public/${name}.png`)
}
