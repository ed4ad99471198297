import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Logo } from '~/base/components/logo'
import type { Mail } from '~/base/mail/mail'
import { env } from '~/base/node/env.server'
import { mailSamples } from '~/jobs/mails.server'
import './dev-mail.css'

export const handle = { hydrate: false }

export const meta: MetaFunction = () => [
  { title: 'Mail · Budkeeper' },
  { name: 'robots', content: 'noindex' },
]

/** Development only: the mails that were written to files, newest first, and a sample of each kind. */
export async function loader() {
  if (env.NODE_ENV !== 'development') throw new Response(null, { status: 404 })
  const folder = join(env.DATA_DIR, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name)).sort()
  const mails = await Promise.all(
    names
      .reverse()
      .slice(0, 50)
      .map(async (name) => ({ name, ...(JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail) })),
  )
  return { mails, samples: Object.entries(mailSamples()).map(([kind, content]) => ({ kind, ...content })) }
}

export default function DevMail() {
  const { mails, samples } = useLoaderData<typeof loader>()
  return (
    <main className="dev-mail" id="main">
      <header>
        <Logo full />
        <h1>Mail</h1>
        <p>Written here instead of being sent, newest first.</p>
      </header>
      {mails.length === 0 && <p className="card">No mail yet.</p>}
      {mails.map((mail, index) => (
        <MailPreview key={mail.name} {...mail} note={mail.To} isOpen={index === 0} />
      ))}
      <header>
        <h2>Every kind</h2>
        <p>With made-up contents.</p>
      </header>
      {samples.map((sample) => (
        <MailPreview key={sample.kind} {...sample} note={sample.kind} />
      ))}
    </main>
  )
}

type PreviewProps = Pick<Mail, 'Subject' | 'TextBody' | 'HtmlBody'> & { note: string; isOpen?: boolean }

function MailPreview({ Subject, TextBody, HtmlBody, note, isOpen }: PreviewProps) {
  return (
    <details className="card" open={isOpen}>
      <summary>
        <b>{Subject}</b>
        <span>{note}</span>
      </summary>
      <iframe title={`${Subject}, as HTML`} sandbox="" srcDoc={HtmlBody} loading="lazy" />
      <p className="text">{linkify(TextBody)}</p>
    </details>
  )
}

/** Turns URLs in a text into links. */
function linkify(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a href={part} key={part}>
        {part}
      </a>
    ),
  )
}
