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
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { env } from '~/base/node/env.server'
import { findCalendarEntries } from '~/events/calendar/calendar-entries.server'
import { readPeriod } from '~/events/calendar/calendar-period'
import { EventAgenda } from '~/events/calendar/event-agenda'
import { EventCard, eventCardFields } from '~/events/events/event-card'
import { eventSearch, listEvents } from '~/events/events/events.server'
import { BudCard, budCardFields } from '~/people/buds/bud-card'
import { budSearch, listBuds } from '~/people/buds/buds.server'
import { CircleCard, circleCardFields } from '~/people/circles/circle-card'
import { circleSearch, listCircles } from '~/people/circles/circles.server'
import remixConfig from '../remix.config.js'

const names = (join: string, of: string) => `(
  select coalesce(json_agg(json_build_object('_id', bud.id, 'Firstname', bud.first_name, 'Surname', bud.surname)
    order by bud.name_key, bud.id), '[]')
  from ${join} member join buds bud on bud.owner_id = member.owner_id and bud.id = member.bud_id
  where member.owner_id = row.owner_id and member.${of} = row.id) as buds`

const columns = {
  buds: `id as "_id", first_name as "Firstname", surname as "Surname", nickname as "Nickname", occupation as "Occupation",
    location as "Location", occupation_location as "OccupationLocation", budtype as "Budtype", hobbies, preferences,
    industry, origination, last_interaction as "LastInteraction", emails, phones, addresses, links, dates, notes,
    custom_fields as "customFields", photo, created_at as "createdAt"`,
  circles: `id as "_id", name as "Name", shortname as "Shortname", description as "Description", location as "Location",
    circletype as "Circletype", ${names('circle_buds', 'circle_id')}, milestones, created_at as "createdAt"`,
  events: `id as "_id", name as "Name", description as "Description", location as "Location", eventtype as "Eventtype",
    to_char(start_date, 'YYYY-MM-DD"T"HH24:MI') as "startDate", to_char(end_date, 'YYYY-MM-DD"T"HH24:MI') as "endDate",
    ${names('event_buds', 'event_id')}, created_at as "createdAt"`,
}
type List = keyof typeof columns

/** The first page of a list in handwritten SQL. */
const firstPage = (list: List) => `
  select (select count(*)::int from ${list} where owner_id = $1) as total, ${columns[list]}
  from ${list} row where owner_id = $1 order by id desc limit 12`

const month = `
  select ${columns.events} from events row
  where owner_id = $1 and start_date >= $2::timestamp - interval '31 days' and start_date < $3::timestamp
    and (end_date > $2::timestamp or start_date >= $2::timestamp)
  order by start_date, id limit 1000`

/** The app's session query. */
const sessionQuery = `
  select users.id, users.first_name, users.surname, users.email, users.location, users.avatar, users.role,
  users.is_test_account, users.trial_ends_at, subscriptions.stripe_status, subscriptions.current_period_end,
  subscriptions.cancel_at_period_end, sessions.expires_at,
  case when rate_limits.minute = date_trunc('minute', now()) then rate_limits.requests else 0 end as requests
  from sessions join users on users.id = sessions.user_id left join rate_limits on rate_limits.user_id = sessions.user_id
  left join subscriptions on subscriptions.user_id = sessions.user_id
  where sessions.id_hash = $1 and sessions.expires_at > now()`

/** The same lists and session query with only Express and postgres.js. */
function bareApi() {
  const sql = postgres(env.DATABASE_URL ?? '', { max: env.DATABASE_POOL_SIZE })
  const cookie = createCookie('session', { secrets: env.SESSION_SECRETS })
  const app = express()
  const sessionOf = async (cookies: string | undefined) => {
    const id = await cookie.parse(cookies ?? null)
    const idHash = createHash('sha256').update(id).digest('base64url')
    const [session] = await sql.unsafe(sessionQuery, [idHash], { prepare: true })
    return session
  }
  const rowsFor = async (cookies: string | undefined, query: string, ...values: string[]) => {
    const session = await sessionOf(cookies)
    return session && sql.unsafe(query, [session.id, ...values], { prepare: true })
  }
  const noSession = { msg: 'Please log in' }
  for (const list of Object.keys(columns) as List[]) {
    const query = firstPage(list)
    const total = `total${list.replace(/^./, (letter) => letter.toUpperCase())}`
    app.get(`/api/v1/${list}`, async (request, response) => {
      const { from, to } = request.query
      const isMonth = typeof from === 'string' && typeof to === 'string'
      const rows = isMonth
        ? await rowsFor(request.headers.cookie, month, from, to)
        : await rowsFor(request.headers.cookie, query)
      if (!rows) return void response.status(401).json(noSession)
      const n = isMonth ? rows.length : (rows[0]?.total ?? 0)
      const counts = { [total]: n, numOfPages: isMonth ? 1 : Math.ceil(n / 12), currentPage: 1 }
      response.json({ [list]: rows.map(({ total: _, ...row }) => row), ...counts })
    })
  }
  app.post('/api/v1/buds', express.json(), async ({ headers, body }, response) => {
    const session = await sessionOf(headers.cookie)
    if (!session) return void response.status(401).json(noSession)
    const [bud] = await sql`
      insert into buds (owner_id, id, first_name, surname, nickname, occupation, location, occupation_location, budtype,
        hobbies, preferences, industry, origination, last_interaction, emails, phones, addresses, links, dates, notes,
        custom_fields)
      values (${session.id}, ${uuid()}, ${body.Firstname}, ${body.Surname}, ${body.Nickname}, ${body.Occupation},
        ${body.Location}, '', ${body.Budtype}, ${body.hobbies}, ${body.preferences}, '{}', '{}', ${body.LastInteraction},
        ${sql.json(body.emails)}, ${sql.json(body.phones)}, ${sql.json(body.addresses)}, ${sql.json(body.links)},
        ${sql.json(body.dates)}, ${body.notes}, ${sql.json(body.customFields)})
      returning ${sql.unsafe(columns.buds)}`
    response.status(201).json({ msg: 'Bud added successfully', bud })
  })
  return app
}

type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>

/** Statements by postgres.js, or by PGlite on the database of `DATA_DIR`. */
async function connect(): Promise<{
  query: Query
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
}> {
  if (env.DATABASE_URL) {
    const sql = postgres(env.DATABASE_URL, { max: env.DATABASE_POOL_SIZE })
    const queryOf =
      (client: Pick<typeof sql, 'unsafe'>): Query =>
      (text, values) =>
        client.unsafe(text, values as never[], { prepare: true })
    return {
      query: queryOf(sql),
      transaction: (work) => sql.begin((tx) => work(queryOf(tx))) as never,
    }
  }
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create(`${env.DATA_DIR}/database`)
  const queryOf =
    (client: Pick<typeof pglite, 'query'>): Query =>
    async (text, values) =>
      (await client.query<Record<string, unknown>>(text, values)).rows
  return { query: queryOf(pglite), transaction: (work) => pglite.transaction((tx) => work(queryOf(tx))) }
}

/** One bud is read, changed and deleted, in copies of the tables that have no triggers, with one row of audit a write. */
async function bareRecords() {
  const { query, transaction } = await connect()
  await query('create table bare_buds (like buds including all)', [])
  await copyBuds(query)
  await query(
    `create table bare_audit (owner_id uuid, id uuid primary key default gen_random_uuid(), record_id uuid,
      created_at timestamptz default now(), before jsonb, after jsonb)`,
    [],
  )
  const app = express()
  const cookie = createCookie('session', { secrets: env.SESSION_SECRETS })
  const path = '/api/v1/buds/:id'
  const isOwn = 'where owner_id = $1 and id = $2'
  const audit = 'insert into bare_audit (owner_id, record_id, before, after) values ($1, $2, $3, $4)'
  const ownerOf = async (cookies: string | undefined) => {
    const id = await cookie.parse(cookies ?? null)
    const [session] = await query(sessionQuery, [createHash('sha256').update(id).digest('base64url')])
    return session?.id
  }
  app.get(path, async ({ headers, params }, response) => {
    const owner = await ownerOf(headers.cookie)
    const [bud] = await query(`select ${columns.buds} from bare_buds ${isOwn}`, [owner, params.id])
    response.status(bud ? 200 : 404).json({ bud })
  })
  app.patch(path, express.json(), async ({ headers, params, body }, response) => {
    const owner = await ownerOf(headers.cookie)
    const key = [owner, params.id]
    const bud = await transaction(async (tx) => {
      const [old] = await tx(`select location, last_interaction from bare_buds ${isOwn} for update`, key)
      const [changed] = await tx(
        `update bare_buds set location = $3, last_interaction = $4, version = nextval('versions') ${isOwn}
          returning ${columns.buds}`,
        [...key, body.Location, body.LastInteraction],
      )
      await tx(audit, [...key, old, body])
      return changed
    })
    response.status(bud ? 200 : 404).json({ msg: 'Bud edited successfully', bud })
  })
  app.delete(path, async ({ headers, params }, response) => {
    const owner = await ownerOf(headers.cookie)
    const key = [owner, params.id]
    const bud = await transaction(async (tx) => {
      const [old] = await tx(`delete from bare_buds ${isOwn} returning ${columns.buds}`, key)
      await tx(audit, [...key, old, null])
      return old
    })
    response.status(bud ? 200 : 404).json({ msg: 'Bud deleted successfully' })
  })
  return app
}

/** Copies the rows without the generated columns. */
async function copyBuds(query: Query) {
  const [row] = await query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'buds' and is_generated = 'NEVER'`,
    [],
  )
  await query(`insert into bare_buds (${row?.names}) select ${row?.names} from buds`, [])
}

const shown = {
  view: 'cards',
  discover: 'none',
  deleteButton: { form: 'delete', onClick: () => {} },
} as const

/** Each screen of the app, reduced to the app's query and its cards in one list. */
const screens = {
  dashboard: {
    async loader(call: LoaderFunctionArgs) {
      const user = await requireUser(call)
      const { buds, ...counts } = await listBuds(user._id, budSearch.lenient.parse({}))
      return {
        ...counts,
        buds: buds.map((bud) => budCardFields(bud)),
      }
    },
    default: function Buds() {
      const { buds } = useLoaderData<typeof screens.dashboard.loader>()
      return (
        <ul>
          {buds.map((bud) => (
            <BudCard key={bud._id} bud={bud} {...shown} />
          ))}
        </ul>
      )
    },
  },
  'dashboard/AllCircles': {
    async loader(call: LoaderFunctionArgs) {
      const user = await requireUser(call)
      const list = await listCircles(user._id, circleSearch.lenient.parse({}))
      return { ...list, circles: list.circles.map((circle) => circleCardFields(circle, shown.view)) }
    },
    default: function AllCircles() {
      const { circles } = useLoaderData<(typeof screens)['dashboard/AllCircles']['loader']>()
      return (
        <ul>
          {circles.map((circle) => (
            <CircleCard key={circle._id} circle={circle} {...shown} />
          ))}
        </ul>
      )
    },
  },
  'dashboard/AllEvents': {
    async loader(call: LoaderFunctionArgs) {
      const user = await requireUser(call)
      const list = await listEvents(user._id, eventSearch.lenient.parse({}))
      return {
        ...list,
        events: list.events.map((event) =>
          eventCardFields(
            { ...event, listStart: event.startDate, answers: { yes: 0, no: 0, maybe: 0 } },
            shown.view,
          ),
        ),
      }
    },
    default: function AllEvents() {
      const { events } = useLoaderData<(typeof screens)['dashboard/AllEvents']['loader']>()
      return (
        <ul>
          {events.map((event) => (
            <EventCard key={event._id} event={{ ...event, time: '' }} {...shown} />
          ))}
        </ul>
      )
    },
  },
  'dashboard/Calendar': {
    async loader(call: LoaderFunctionArgs) {
      const user = await requireUser(call)
      return findCalendarEntries(user._id, november)
    },
    default: function Calendar() {
      const entries = useLoaderData<(typeof screens)['dashboard/Calendar']['loader']>()
      return (
        <EventAgenda
          period={readPeriod(new URLSearchParams('date=2026-11-20'), '')}
          {...entries}
          today=""
          placeholder={null}
        />
      )
    },
  },
}

const november = { from: '2026-10-26T00:00', to: '2026-12-07T00:00' }

/** A minimal Remix page for each screen: a root and one route, with the app's queries for the session and the list. */
function barePage() {
  const entries = Object.entries(screens)
  const build: ServerBuild = {
    entry: { module: { default: renderPage } },
    routes: {
      root: { id: 'root', path: '', module: { default: Root } },
      ...Object.fromEntries(
        entries.map(([path, module]) => [path, { id: path, parentId: 'root', path, module }]),
      ),
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: {
        root: asset('root', false),
        ...Object.fromEntries(
          entries.map(([path]) => [path, { ...asset(path, true), parentId: 'root', path }]),
        ),
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

const controls = { api: bareApi, records: bareRecords, page: barePage }
const control = await controls[process.argv[2] as keyof typeof controls]()
const server = control.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Budkeeper is at http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
