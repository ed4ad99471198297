import { existsSync, readFileSync } from 'node:fs'
import { drawingPathPattern } from './pictures'

const drawings = new Map<string, string | undefined>()

/** The data URL of one of this site's own drawings, to save a request for the first picture. Undefined for others. */
export function drawingDataUrl(path: string) {
  if (!drawingPathPattern.test(path)) return undefined
  if (!drawings.has(path)) drawings.set(path, readDataUrl(`build/client${path}`))
  return drawings.get(path)
}

function readDataUrl(file: string) {
  return existsSync(file) ? `data:image/svg+xml,${encodeURIComponent(readFileSync(file, 'utf8'))}` : undefined
}
