import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { exitWithMessage, hashSources } from './ready.mjs'
import { emptyDraft, replaceBuild } from './replace-build.mjs'

process.env.NODE_ENV = 'production'
const sources = hashSources()
const draft = emptyDraft()
// `remix.config.js` reads it.
process.env.BUILD_FOLDER = draft
const { build } = await import('vite')
try {
  await build({ logLevel: 'warn', build: { rollupOptions: { onwarn } } })
  await build({ logLevel: 'warn', build: { ssr: true } })
} catch (error) {
  exitWithMessage(error.message)
}
compress(join(draft, 'client'))
writeFileSync(join(draft, 'sources'), sources)
replaceBuild(draft)

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
