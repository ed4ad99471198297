import { type Collection, DavError } from './collection.server'
import { type DavCall, notFound } from './dav-call.server'
import { collectionPath, homePath, principalPath, resourcePath } from './paths.server'
import type { Target } from './properties.server'
import { type Asked, readAsked, responseOf } from './propstat.server'

/** The target of the URL and, with depth 1, what is in it. */
export async function* propfind(call: DavCall) {
  const root = await call.xml()
  if (root && root.name !== 'D:propfind') throw new DavError(400, undefined, 'The request must be a propfind')
  const asked = readAsked(root, call.isBrief)
  const depth = call.request.headers.get('Depth') ?? 'infinity'
  if (!['0', '1'].includes(depth))
    throw new DavError(403, 'D:propfind-finite-depth', 'The depth must be 0 or 1')
  yield* found(call, asked, depth === '1')
}

async function* found(call: DavCall, asked: Asked, isDeep: boolean) {
  const { device, kind, collection, collections } = call
  const target = (kind: Target['kind'], collection?: Collection): Target => ({
    ...{ device, kind },
    ...(collection && { collection, order: collections.indexOf(collection) + 1 }),
  })
  if (kind === 'resource') yield await foundResource(call, asked)
  else if (collection) {
    yield await responseOf(collectionPath(device, collection), target('collection', collection), asked)
    if (isDeep) yield* resourcesOf(call, collection, asked)
  } else if (kind === 'principal') {
    yield await responseOf(principalPath(device), target('principal'), asked)
    for (const one of isDeep ? collections : [])
      yield await responseOf(collectionPath(device, one), target('collection', one), asked)
  } else {
    yield await responseOf(homePath, target('home'), asked)
    if (isDeep) yield await responseOf(principalPath(device), target('principal'), asked)
  }
}

/** All resources of a collection, without their content. */
export async function* resourcesOf({ device }: DavCall, collection: Collection, asked: Asked) {
  for (const resource of (await collection.list(device)).resources) {
    const path = resourcePath(device, collection, resource.file)
    yield await responseOf(path, { device, kind: 'resource', collection, resource }, asked)
  }
}

async function foundResource({ device, collection, file }: DavCall, asked: Asked) {
  const [resource] = collection && file ? await collection.read(device, [file], '3.0') : []
  if (!collection || !resource) throw notFound()
  const path = resourcePath(device, collection, resource.file)
  return responseOf(path, { device, kind: 'resource', collection, resource }, asked)
}
