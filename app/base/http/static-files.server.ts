import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { RequestHandler } from 'express'
import { lookup } from 'mrmime'
import { encodingFor } from './page.server'
import { pathOf } from './request-path.server'
import { isSafeMethod } from './valid-request.server'

/** The suffixes of compressed copies, which `bin/build.mjs` writes. */
const suffixes = { br: '.br', gzip: '.gz', identity: '' }

/** Hashed files never change. A new service worker takes effect at once. */
const lives = {
  '/sw.js': 'no-cache',
  '/assets/': 'public, max-age=31536000, immutable',
  '/': 'public, max-age=3600',
}

type StaticFiles = Map<string, ReturnType<typeof readFile>>

let built: StaticFiles | undefined

/**
 * The files of the build, in memory. What is sent depends neither on the disk, where another build may remove a file at any
 * time, nor on free file descriptors.
 */
export function builtFiles() {
  built ??= readFiles('build/client')
  return built
}

export function staticFiles(files: StaticFiles): RequestHandler {
  return (request, response, next) => {
    const path = pathOf(request)
    const suffix = suffixes[encodingFor(request.get('Accept-Encoding'))]
    const file = files.get(path + suffix) ?? files.get(path)
    if (!file || !isSafeMethod(request)) return next()
    response.set(file.headers).send(file.body)
  }
}

/** The files of a folder by path, without those whose names begin with a dot. */
export function readFiles(folder: string) {
  const files: StaticFiles = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    if (entry.isFile() && !path.includes('/.')) files.set(path, readFile(file, path))
  }
  return files
}

function readFile(file: string, path: string) {
  const [, name = path, suffix] = /^(.+)\.(br|gz)$/.exec(path) ?? []
  const life = Object.entries(lives).find(([start]) => path.startsWith(start))
  const headers = {
    'Cache-Control': life?.[1] ?? '',
    'Content-Type': lookup(name) ?? 'application/octet-stream',
    'Last-Modified': statSync(file).mtime.toUTCString(),
    Vary: 'Accept-Encoding',
    ...(suffix && { 'Content-Encoding': suffix === 'gz' ? 'gzip' : 'br' }),
  }
  return { body: readFileSync(file), headers }
}
