import { UserError } from '~/base/node/errors'

type Limits = {
  /** Pieces of work at once. */
  atOnce: number
  /** Of these, pieces of one user. */
  forOne: number
  /** Pieces of one user that wait. */
  waiting?: number
  /** Milliseconds after which a piece that waits is refused. */
  patience?: number
}

/** `Retry-After`, in seconds. */
const retryAfter = '5'

/**
 * Lets a few pieces of work run at once. The others wait in a line for each user, and the users take turns, so that nobody
 * waits behind all of what another user has begun. Throws 429 for what may not wait, or not any longer.
 */
export function createGate({ atOnce, forOne, waiting = Infinity, patience }: Limits) {
  /** The next turn is that of the first line. */
  const lines = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  const count = (user: string) => running.get(user) ?? 0

  function letIn() {
    for (const [user, line] of lines) {
      if (total >= atOnce) return
      if (count(user) >= forOne) continue
      lines.delete(user)
      const begin = line.shift()
      if (line.length > 0) lines.set(user, line)
      begin?.()
    }
  }

  function moveToEnd(user: string) {
    const line = lines.get(user)
    if (line && lines.delete(user)) lines.set(user, line)
  }

  function begin(user: string) {
    running.set(user, count(user) + 1)
    total += 1
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      total -= 1
      if (count(user) > 1) running.set(user, count(user) - 1)
      else running.delete(user)
      moveToEnd(user)
      letIn()
    }
  }

  function waitInLine(user: string) {
    const line = lines.get(user) ?? []
    if (line.length >= waiting) throw tooMany()
    lines.set(user, line)
    return new Promise<() => void>((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve(begin(user))
      }
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
      function giveUp() {
        line.splice(line.indexOf(next), 1)
        if (line.length === 0) lines.delete(user)
        reject(tooMany())
      }
      line.push(next)
    })
  }

  /** Resolves when the work may begin, to what says that it has ended. */
  const enter = async (user: string) => {
    const isFree = total < atOnce && count(user) < forOne
    return isFree ? begin(user) : waitInLine(user)
  }

  return {
    enter,
    async run<T>(user: string, work: () => Promise<T>) {
      const leave = await enter(user)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

const tooMany = () =>
  new UserError(429, 'Too much of this at once. Please try again in a few seconds', {
    headers: { 'Retry-After': retryAfter },
  })
