import { existsSync } from 'node:fs'

/** The npm scripts import this first. Variables of the environment override those of the file. */
if (existsSync('.env')) process.loadEnvFile?.()
