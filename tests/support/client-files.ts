import { cpSync, existsSync } from 'node:fs'

/** The app reads static files from `build/client`. Before the first build, the tests use those of `public`. */
export default function setup() {
  if (!existsSync('build/client/assets')) cpSync('public', 'build/client', { recursive: true })
}
