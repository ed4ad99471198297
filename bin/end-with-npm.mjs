import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const interval = 1_000

/**
 * `npm start` is npm, a shell and this process. npm signals the shell alone, and a process that is killed signals
 * nobody. So this process ends itself when npm or the shell has ended.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const npm = npmAbove(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, interval).unref()
}

/** The parent, or its parent if it is the shell that runs the script. */
function npmAbove(parent) {
  const { ppid, command } = describe(parent)
  return command.includes(process.env.npm_lifecycle_script) && ppid > 1 ? ppid : parent
}

function describe(pid) {
  try {
    if (process.platform === 'linux') {
      const [, ppid] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return {
        ppid: Number(ppid),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return { ppid: Number.parseInt(line, 10), command: line }
  } catch {
    return { ppid: 0, command: '' }
  }
}

/** A process of another user is running too. A zombie is not: it has ended, and nobody has asked for its exit code. */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
