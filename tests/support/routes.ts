import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '~/routes'

type Row = { path: string; module: string; isLayout: boolean }

const table = (routes as RouteConfigEntry[]).flatMap((entry) => rowsOf(entry, ''))

function rowsOf({ path = '', file, children = [] }: RouteConfigEntry, parent: string): Row[] {
  const full = `${parent}/${path}`.replace(/\/+$/, '').replace(/\/+/g, '/')
  const row = { path: full || '/', module: file, isLayout: children.length > 0 }
  return [row, ...children.flatMap((child) => rowsOf(child, full))]
}

/** Each module once: the editor of a record has two URLs. */
export const modules = [...new Set(table.map(({ module }) => module))]

/** The paths of the API with their modules, without the one for unknown paths. */
export const apiRoutes = table
  .filter(({ path, module }) => module.startsWith('routes/api/') && !path.endsWith('*'))
  .map(({ path, module }) => ({ path: path.replace('/api/v1', ''), module }))

/** Every path that responds. A layout has the path of the index below it. */
export const paths = table.filter(({ isLayout }) => !isLayout).map(({ path }) => path)
