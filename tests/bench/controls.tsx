import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createRequestHandler } from '@remix-run/express'
import {
  createCookie,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node'
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } from '@remix-run/react'
import express from 'express'
import postgres from 'postgres'
import { renderToPipeableStream } from 'react-dom/server'
import { requireUser } from '~/accounts/sessions.server'
import { BudCard } from '~/buds/BudCard'
import { budSearch } from '~/buds/bud-input.server'
import { listBuds } from '~/buds/bud-search.server'
import { env } from '~/server/env.server'
import remixConfig from '../../remix.config.js'

/** The same list with the same session look-up, on Express and postgres.js alone. */
function bareApi() {
  const sql = postgres(env.DATABASE_URL ?? '', { max: env.DATABASE_POOL_SIZE })
  const cookie = createCookie('session', { secrets: env.SESSION_SECRETS })
  const app = express()
  app.get('/api/v1/buds', async (request, response) => {
    const id = await cookie.parse(request.headers.cookie ?? null)
    const idHash = createHash('sha256').update(id).digest('base64url')
    const [session] = await sql`
      select users.id, users.first_name, users.surname, users.email, users.location, users.avatar, users.role,
        users.is_test_account, sessions.expires_at,
        case when api_calls.minute = date_trunc('minute', now()) then api_calls.calls else 0 end as calls
      from sessions join users on users.id = sessions.user_id left join api_calls on api_calls.user_id = sessions.user_id
      where sessions.id_hash = ${idHash} and sessions.expires_at > now()`
    if (!session) return void response.status(401).json({ msg: 'Please log in' })
    const rows = await sql`
      select page.total, bud.* from list_place(${session.id}, 'buds', 'created', null, true, 0, 12) page
      left join lateral (
        select id from buds where owner_id = ${session.id} and (id) >= (page.from_id) order by id offset page.skip limit page.take
      ) key on true
      left join lateral (
        select id as "_id", first_name as "Firstname", surname as "Surname", nickname as "Nickname",
          occupation as "Occupation", location as "Location", occupation_location as "OccupationLocation",
          budtype as "Budtype", hobbies, preferences, industry, origination, last_interaction as "LastInteraction",
          custom_fields as "customFields", created_at as "createdAt"
        from buds where owner_id = ${session.id} and id = key.id limit 1
      ) bud on true
      order by bud."_id" desc`
    const buds = rows.map(({ total: _, ...bud }) => bud)
    const totalBuds = rows[0]?.total ?? 0
    response.json({ buds, totalBuds, numOfPages: Math.ceil(totalBuds / 12), currentPage: 1 })
  })
  return app
}

/** A bare Remix page with the same cards: a root, one route, the same two queries. */
function barePage() {
  const build: ServerBuild = {
    entry: { module: { default: renderPage } },
    routes: {
      root: { id: 'root', path: '', module: { default: Root } },
      buds: { id: 'buds', parentId: 'root', path: 'dashboard', module: { default: Buds, loader } },
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: {
        root: asset('root', false),
        buds: { ...asset('buds', true), parentId: 'root', path: 'dashboard' },
      },
      url: '/manifest.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: { ...remixConfig.future, unstable_optimizeDeps: false } as ServerBuild['future'],
    isSpaMode: false,
    mode: 'production',
  }
  const getLoadContext = () => ({ setCookie: () => {} }) as never
  return express().use(createRequestHandler({ build, getLoadContext }))
}

function asset(id: string, hasLoader: boolean) {
  return {
    id,
    hasLoader,
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
    module: `/${id}.js`,
  }
}

function renderPage(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

function Root() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { buds, ...counts } = await listBuds(user._id, budSearch.lenient.parse({}))
  return {
    ...counts,
    buds: buds.map(({ _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }) => {
      return { _id, Firstname, Surname, Nickname, Occupation, Location, Budtype }
    }),
  }
}

function Buds() {
  const { buds } = useLoaderData<typeof loader>()
  return (
    <ul>
      {buds.map((bud) => (
        <BudCard key={bud._id} bud={bud} deletion={{ form: 'delete-bud', ask: () => {} }} />
      ))}
    </ul>
  )
}

for (const [name, app] of [
  ['api', bareApi()],
  ['page', barePage()],
] as const) {
  if (process.argv[2] !== name) continue
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Budkeeper is at http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
  })
}
