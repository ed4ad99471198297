import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Prints the number of folders, of imports between rooms and folders, of lines, words and packages. */

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync)
const matching = (pattern) => files.filter((file) => pattern.test(file))
const read = (file) => readFileSync(file, 'utf8')
const linesOf = (pattern) =>
  matching(pattern).reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)

/** `app/people/buds` of `app/people/buds/bud.ts`, and `app/jobs` of `app/jobs/jobs.server.ts`. */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/')
const roomOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/')

const cruise = ['node_modules/.bin/depcruise', 'app', '--output-type', 'json']
const { modules } = JSON.parse(
  execFileSync(process.execPath, cruise, { encoding: 'utf8', maxBuffer: 100_000_000 }),
)
const imports = modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ resolved }) => source.startsWith('app/') && resolved.startsWith('app/'))
    .map(({ resolved }) => [source, resolved]),
)

/** Arrows between two groups of files, and pairs of groups with arrows in both directions. */
function arrows(groupOf, isCounted = () => true) {
  const found = new Set()
  for (const [from, to] of imports) {
    const [a, b] = [groupOf(from), groupOf(to)]
    if (a !== b && a !== 'app' && b !== 'app' && isCounted(a, b)) found.add(`${a} ${b}`)
  }
  const pairs = [...found].filter((arrow) => found.has(arrow.split(' ').reverse().join(' ')))
  return { arrows: found.size, pairs: pairs.length / 2 }
}

const locked = Object.keys(JSON.parse(read('package-lock.json')).packages).filter(Boolean)
const { dependencies, devDependencies } = JSON.parse(read('package.json'))
const rooms = arrows(roomOf)
const folders = arrows(
  folderOf,
  (a, b) => roomOf(`${a}/x`) === roomOf(`${b}/x`) && roomOf(`${a}/x`) !== 'app/routes',
)
const figures = {
  'folders in app/': new Set(matching(/^app\/[^/]+\//).map((file) => file.split('/')[1])).size,
  'arrows between rooms': rooms.arrows,
  'pairs of rooms that import each other': rooms.pairs,
  'pairs of folders of a room that import each other': folders.pairs,
  'lines of .dependency-cruiser.cjs': linesOf(/^\.dependency-cruiser\.cjs$/),
  'files of app/ (TypeScript)': matching(/^app\/.*\.tsx?$/).length,
  'lines of app/ (TypeScript)': linesOf(/^app\/.*\.tsx?$/),
  'lines of CSS': linesOf(/^app\/.*\.css$/),
  'lines of dev/': linesOf(/^dev\/.*\.ts$/),
  'lines of drizzle/ (TypeScript, SQL)': linesOf(/^drizzle\/.*\.(ts|sql)$/),
  'lines of tests/': linesOf(/^tests\/.*\.(tsx?|mjs)$/),
  'lines of bench/ and quality/': linesOf(/^(bench|quality)\/.*\.(tsx?|mjs)$/),
  'words of documents': matching(/^(docs\/.*|[A-Z]+)\.md$/).reduce(
    (sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length,
    0,
  ),
  'packages in the lockfile': locked.length,
  'dependencies, for development': [dependencies, devDependencies]
    .map((list) => Object.keys(list).length)
    .join(', '),
}
for (const [name, figure] of Object.entries(figures))
  process.stdout.write(`${String(figure).padStart(8)}  ${name}\n`)
