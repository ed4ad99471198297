/**
 * Where a spreadsheet could take the text for a formula: at the start of a cell, and also after a separator
 * or a line break, because a spreadsheet that divides the file at another separator ignores the quotes.
 */
const formulaStart = /(?<=^|[;\t\n])(?=["']*[=+\-@\t\r＝＋－＠])/g
const guardedStart = /(?<=^|[;\t\n])'(?=["']*[=+\-@\t\r＝＋－＠])/g

/** Removes the apostrophes that `csvCell` writes. */
export const withoutGuard = (cell: string) => (cell.includes("'") ? cell.replace(guardedStart, '') : cell)

/** A cell for `csvLine`. An apostrophe, which reading removes, keeps spreadsheets from calculating it. */
export function csvCell(value: string) {
  const guarded = value.replace(formulaStart, "'")
  return /[",;\t|\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A row of a CSV file with its line end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
