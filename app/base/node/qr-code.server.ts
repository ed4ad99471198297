import { encode } from 'uqr'

/** A QR code as a path of unit squares, with the margin that scanners need. */
export function qrCodeOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
