import { startFaultyProxy } from '../support/faulty-proxy'
import { serverToken, startPostmarkEmulator } from './postmark-emulator'

/** Starts an emulator of Postmark, by default with the bodies of mails. `faults` is a proxy through which the app can call it. */
export async function openPostmark(options?: { keepsBodies: boolean }) {
  const { url, mails, inactive, stop } = await startPostmarkEmulator(options)
  const faults = await startFaultyProxy(url)
  return {
    url,
    mails,
    faults,
    /** Tags of the mails to an address, oldest first. */
    tagsTo: (address: string) =>
      mails.filter(({ Recipients }) => Recipients.includes(address.toLowerCase())).map(({ Tag }) => Tag),
    /** Lowercase addresses to which Postmark refuses mail. */
    inactive,
    /** Environment of an app that uses this emulator through `faults`. */
    env: { POSTMARK_SERVER_TOKEN: serverToken, POSTMARK_API_BASE: faults.url },
    stop: async () => {
      await faults.close()
      await stop()
    },
  }
}

export type PostmarkEmulator = Awaited<ReturnType<typeof openPostmark>>
