import { failure } from './failure.server'
import type { World } from './world.server'

type Json = { [name: string]: unknown }

/** With the objects that were asked for in place of their ids. */
export function expanded(world: World, object: object, paths: string[]) {
  const copy: Json = JSON.parse(JSON.stringify(object))
  for (const path of paths) expand(world, copy, path.split('.'), path)
  return copy
}

function expand(world: World, object: Json, [name = '', ...rest]: string[], path: string): void {
  if (Array.isArray(object)) {
    for (const item of object) expand(world, item, [name, ...rest], path)
    return
  }
  const value = object[name]
  if (value === null) return
  if (typeof value === 'string') object[name] = byId(world, value, path)
  else if (typeof value !== 'object') throw notExpandable(path)
  if (rest.length > 0) expand(world, object[name] as Json, rest, path)
}

function byId({ state }: World, id: string, path: string): Json {
  const tables = {
    cus: state.customers,
    sub: state.subscriptions,
    in: state.invoices,
    pm: state.cards,
    seti: state.setupIntents,
  }
  const kind = id.split('_')[0] as keyof typeof tables
  const known = tables[kind]?.rows.get(id)
  if (!known) throw notExpandable(path)
  return JSON.parse(JSON.stringify(known))
}

const notExpandable = (path: string) =>
  failure(400, `This property cannot be expanded (${path}).`, { param: 'expand' })
