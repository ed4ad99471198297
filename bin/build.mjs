import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { exitWithMessage, hashSources } from './ready.mjs'

process.env.NODE_ENV = 'production'
const sources = hashSources()
rmSync('build', { recursive: true, force: true })
try {
  await build({ logLevel: 'warn', build: { rollupOptions: { onwarn } } })
  await build({ logLevel: 'warn', build: { ssr: true } })
} catch (error) {
  exitWithMessage(error.message)
}
compress('build/client')
writeFileSync('build/sources', sources)

/** Ignores the warning about routes without a component, whose client bundles are empty. */
function onwarn(warning, warn) {
  if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
}

/** Compresses the static files once, at the highest level. The server sends the compressed files. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
