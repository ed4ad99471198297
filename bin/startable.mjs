import { assertPortIsFree } from './listen.mjs'
import { lockFolder } from './lock-folder.mjs'
import { exitWithMessage } from './ready.mjs'

/**
 * Ends this process if its server could not start because of another one, before packages or the build are replaced,
 * which the other one may be using.
 */
export async function assertStartable() {
  const { DATABASE_URL, DATA_DIR } = process.env
  try {
    if (!DATABASE_URL && DATA_DIR !== ':memory:') await lockFolder(DATA_DIR || '.data')
    await assertPortIsFree(process.env)
  } catch (error) {
    exitWithMessage(error.message)
  }
}
