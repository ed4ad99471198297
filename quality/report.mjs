/** Counts checks and prints a line for each. */
export function createReport() {
  const result = { passed: 0, failed: 0, skipped: 0 }
  return {
    result,
    check(name, isMet, details = '') {
      result[isMet ? 'passed' : 'failed']++
      process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${name}${details ? `: ${details}` : ''}\n`)
    },
    skip(why) {
      result.skipped++
      process.stdout.write(`Skipped: ${why}.\n`)
    },
  }
}
