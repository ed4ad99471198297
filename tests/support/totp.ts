import { Secret, TOTP } from 'otpauth'

const period = 30_000

/** Waits, if the step is about to end, so that a code of one step before is still right when it arrives. */
export async function untilMidStep() {
  const left = period - (Date.now() % period)
  if (left < 2_000) await new Promise((resolve) => setTimeout(resolve, left))
}

/** The code of an authenticator app, now or some steps of 30 seconds later. */
export function codeOf(secret: string, steps = 0) {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * period })
}
