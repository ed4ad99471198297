/** Rejects with the error of `timedOut` after `ms` milliseconds. `work` is not cancelled. */
export function withTimeout<T>(ms: number, work: Promise<T>, timedOut: () => Error) {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), ms)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
