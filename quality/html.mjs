import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { admin } from '../tests/support/env.mjs'
import { createReport } from './report.mjs'

const jar = fileURLToPath(new URL('node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url))

const screens = [
  '/reset-password/some-token',
  '/contact?about=enterprise',
  '/contact?sent',
  '/register?terms=accepted',
  '/blog?tag=networking',
  '/blog?page=2',
  '/blog?search=nobody-writes-this',
  '/blog/writing-about-people',
  '/no-such-page',
  '/%ff',
  '/dashboard',
  '/dashboard?search=a&page=2',
  '/dashboard?search=nobody-at-all',
  '/dashboard?view=rows',
  '/dashboard/AddBud',
  '/dashboard/AllCircles',
  '/dashboard/AddCircle',
  '/dashboard/AllEvents',
  '/dashboard/AddEvent',
  '/dashboard/Calendar',
  '/dashboard/Calendar?view=week',
  '/dashboard/Calendar?view=agenda',
  '/dashboard/profile',
]

const adminScreens = ['/dashboard/blog', '/dashboard/blog/new']

/** Edit screens by the list that links to them. */
const editors = {
  '/dashboard': 'EditBud',
  '/dashboard/AllCircles': 'EditCircle',
  '/dashboard/AllEvents': 'EditEvent',
}
const adminEditors = { '/dashboard/blog': 'blog/edit' }

/** Runs the Nu HTML checker over the public pages and most screens. */
export async function html({ publicPages, serve }) {
  const { check, skip, result } = createReport()
  if (spawnSync('java', ['-version']).status !== 0) {
    skip('the HTML checker needs Java (default-jre-headless), which is not installed here')
    return result
  }
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-html-'))
  const files = await serve((server) => save(folder, server, [...publicPages, ...screens]))
  const faults = faultsIn(folder)
  for (const [file, path] of files) {
    const own = faults.filter(({ url }) => url.endsWith(`/${file}`))
    check(
      path,
      own.length === 0,
      own.map(({ message, extract }) => `${message} ${extract ?? ''}`).join('\n       '),
    )
  }
  rmSync(folder, { recursive: true })
  return result
}

async function save(folder, { url }, paths) {
  const files = new Map()
  const asDemo = await signIn(`${url}/api/v1/auth/demo`, {})
  await saveAs(asDemo, paths, editors, folder, files)
  const account = { Email: admin.ADMIN_EMAIL, Password: admin.ADMIN_PASSWORD }
  const asAdmin = await signIn(`${url}/api/v1/auth/login`, account)
  await saveAs(asAdmin, adminScreens, adminEditors, folder, files)
  return files
}

async function saveAs(visit, paths, editors, folder, files) {
  const own = await Promise.all(
    Object.entries(editors).map(async ([list, editor]) => {
      const path = new RegExp(`/dashboard/${editor}/[\\w-]+`).exec(await visit(list))?.[0]
      if (!path) throw new Error(`${list} links to no ${editor}`)
      return path
    }),
  )
  for (const path of [...paths, ...own]) {
    const file = `page-${files.size}.html`
    writeFileSync(join(folder, file), await visit(path))
    files.set(file, path)
  }
}

async function signIn(loginUrl, account) {
  const { headers } = await fetch(loginUrl, { method: 'POST', body: new URLSearchParams(account) })
  const Cookie = headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return async (path) => (await fetch(new URL(path, loginUrl), { headers: { Cookie } })).text()
}

/** The checker does not support container queries. */
const unknownToChecker = /^CSS: .*(container-type|@container)/

function faultsIn(folder) {
  const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', '--stdout', folder]
  const { stdout, stderr } = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 100_000_000 })
  if (!stdout) throw new Error(`The HTML checker did not run:\n${stderr}`)
  return JSON.parse(stdout).messages.filter(
    ({ type, message }) => type === 'error' && !unknownToChecker.test(message),
  )
}
