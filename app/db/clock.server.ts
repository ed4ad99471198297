let offset = 0

/** The time for trials, subscriptions and mails. The Stripe emulator and tests move it forward. */
export const clock = {
  now: () => new Date(Date.now() + offset),
  /** Sets the clock to `time`, or back to the system's time if `time` has passed. */
  advanceTo(time: Date) {
    offset = Math.max(time.getTime() - Date.now(), 0)
  },
}
