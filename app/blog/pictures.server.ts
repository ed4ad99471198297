import { existsSync, readFileSync } from 'node:fs'
import { ownPicture } from './pictures'

const drawings = new Map<string, string | undefined>()

/**
 * One of the house's own drawings as it stands in a page: they are small, and the first that is seen needs no request
 * of its own. Any other picture is undefined.
 */
export function drawingAt(address: string) {
  if (!ownPicture.test(address)) return undefined
  if (!drawings.has(address)) drawings.set(address, read(`build/client${address}`))
  return drawings.get(address)
}

function read(file: string) {
  return existsSync(file) ? `data:image/svg+xml,${encodeURIComponent(readFileSync(file, 'utf8'))}` : undefined
}
