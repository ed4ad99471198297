import { existsSync } from 'node:fs'

/** The npm scripts import this first. Variables that are set already win over those of the file. */
if (existsSync('.env')) process.loadEnvFile?.()
