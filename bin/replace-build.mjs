import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const build = 'build'
/** On the same file system as `build`, and ignored by git. */
const drafts = '.cache'

/** An empty folder for a build of this process. Deletes the folders that builds which were interrupted have left. */
export function emptyDraft() {
  for (const name of existsSync(drafts) ? readdirSync(drafts) : []) {
    const [, pid] = /^build-(\d+)(?:-old)?$/.exec(name) ?? []
    if (pid && (Number(pid) === process.pid || !isRunning(Number(pid)))) remove(join(drafts, name))
  }
  return join(drafts, `build-${process.pid}`)
}

/**
 * Renames the folder to `build`, so that no start sees a part of it. Another build may do the
 * same at the same time, so it tries again.
 */
export function replaceBuild(draft) {
  const old = `${draft}-old`
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(build)) renameSync(build, old)
      return renameSync(draft, build)
    } catch (error) {
      if (tries === 10) throw error
    } finally {
      remove(old)
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true })
