import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useLoaderData } from '@remix-run/react'
import { env } from '~/server/env.server'
import type { Mail } from '~/server/mail.server'

/** The mails that were written instead of sent, newest first; in development only. */
export async function loader() {
  if (env.NODE_ENV !== 'development') throw new Response(null, { status: 404 })
  const folder = join(env.DATA_DIR, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const mails = await Promise.all(
    names
      .reverse()
      .slice(0, 50)
      .map(async (name) => ({ name, ...(JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail) })),
  )
  return { mails }
}

export default function DevMail() {
  const { mails } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Mail</h1>
      {mails.map((mail) => (
        <article key={mail.name}>
          <h2>{mail.Subject}</h2>
          <p>To {mail.To}</p>
          <pre>{mail.TextBody}</pre>
        </article>
      ))}
    </main>
  )
}
