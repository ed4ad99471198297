import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '~/routes'

type Row = { address: string; module: string; isLayout: boolean }

const table = (routes as RouteConfigEntry[]).flatMap((entry) => rowsOf(entry, ''))

function rowsOf({ path = '', file, children = [] }: RouteConfigEntry, above: string): Row[] {
  const address = `${above}/${path}`.replace(/\/+$/, '').replace(/\/+/g, '/')
  const row = { address: address || '/', module: file, isLayout: children.length > 0 }
  return [row, ...children.flatMap((child) => rowsOf(child, address))]
}

export const modules = table.map(({ module }) => module)

/** Every address that is answered, a layout's own by the index below it. */
export const addresses = table.filter(({ isLayout }) => !isLayout).map(({ address }) => address)
