import { existsSync } from 'node:fs'

/**
 * `npm start`, `npm run dev` and the trial job import this first. Variables of the environment override those of the
 * file.
 */
if (existsSync('.env')) process.loadEnvFile?.()
