import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files that a program made, whose cards all have one form, would hide what the others show. */
const manyCards = 100

/** The cards of all files below a folder, each content once. `bytes` is what the judges get. */
export function sampleCards(folder, { readVCards, utf8Bytes }) {
  const cards = []
  const known = new Set()
  for (const path of filesIn(folder)) {
    const file = readFileSync(path)
    const read = [...readVCards(file)].filter((card) => card !== null)
    const lines = utf8Bytes(file)
      .toString('latin1')
      .split(/\r\r\n|\r\n|\n|\r/)
    read.forEach((card, n) => {
      const text = lines.slice(card.line - 1, (read[n + 1]?.line ?? lines.length + 1) - 1).join('\r\n')
      if (known.has(text)) return
      known.add(text)
      const bytes = Buffer.from(`${withoutAgents(text)}\r\n`, 'latin1')
      const source = `${relative(folder, path)}:${card.line}`
      cards.push({ source, card, bytes, isGenerated: read.length > manyCards })
    })
  }
  return cards
}

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name))
    .sort()

/** A card within a card has values of its own, which judges take for values of the outer card. */
const withoutAgents = (text) => text.replace(/^AGENT[^:\r\n]*:\s*BEGIN:VCARD\r\n.*?^END:VCARD\r\n/gims, '')
