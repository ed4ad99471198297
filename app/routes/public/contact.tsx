import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/base/components/error-summary'
import { TextField } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { TextArea } from '~/base/components/other-fields'
import { pageMeta } from '~/base/components/page-meta'
import { SitePage } from '~/base/components/site'
import { invalidForm, parseForm, refuseForm } from '~/base/forms/form.server'
import { signTimestamp } from '~/base/forms/signed-timestamp.server'
import type { Handle } from '~/base/http/handle'
import { enterprisePath, enterpriseSubject, honeypot, messageLength } from '~/site/pages/contact'
import { refuseRobots, sendMessage } from '~/site/pages/contact.server'
import { contactInput } from '~/site/pages/contact-input.server'
import './contact.css'

export const handle: Handle = { hydrate: false }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact · Budkeeper',
    description:
      'Write to the people behind Budkeeper: a question, an idea, or an offer for your organisation.',
    path: '/contact',
  })

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return {
    timestamp: signTimestamp(),
    isSent: searchParams.has('sent'),
    isEnterprise: searchParams.get('about') === 'enterprise',
  }
}

export async function action(call: ActionFunctionArgs) {
  const submission = await parseForm(call.request, contactInput)
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    refuseRobots(submission.payload)
    await sendMessage(call, submission.value, submission.payload.timestamp)
  } catch (error) {
    const msg = 'Your message could not be sent. Please try again in a moment.'
    return refuseForm(call, submission, error, msg)
  }
  return redirect('/contact?sent')
}

/** Passes on the `Retry-After` of the throttle. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function Contact() {
  const { isSent, isEnterprise } = useLoaderData<typeof loader>()
  return (
    <SitePage className="contact">
      <header>
        <h1>{isEnterprise ? 'Contact sales' : 'Contact'}</h1>
        <p>
          {isEnterprise
            ? 'Tell us how many you are and what you need, and we answer with an offer.'
            : 'A question, an idea, or something in the way? The people behind Budkeeper read every message and answer by email.'}
        </p>
      </header>
      {isSent ? <Sent /> : <ContactForm />}
      <Hints />
    </SitePage>
  )
}

function Sent() {
  return (
    <div className="card sent" role="status">
      <Icon name="mail" />
      <h2>Thank you, your message has been sent</h2>
      <p>We answer by email, to the address that you gave.</p>
      <Link className="button quiet" to="/">
        Back to Home
      </Link>
    </div>
  )
}

function Hints() {
  return (
    <ul className="hints">
      <li>
        <Icon name="user" />
        <div>
          <h2>About your account</h2>
          <p>Give the email address of the account, so that we know which one is meant.</p>
        </div>
      </li>
      <li>
        <Icon name="shield" />
        <div>
          <h2>About your data</h2>
          <p>
            The <Link to="/privacy-policy">Privacy Policy</Link> says what we hold. Ask us to see, correct or
            delete it.
          </p>
        </div>
      </li>
      <li>
        <Icon name="briefcase" />
        <div>
          <h2>For a whole organisation</h2>
          <p>
            <Link to={enterprisePath}>Contact sales</Link> with how many you are and what you need.
          </p>
        </div>
      </li>
    </ul>
  )
}

const labels = { Name: 'Name', Email: 'Email', Subject: 'Subject', Message: 'Message' }

function ContactForm() {
  const { timestamp, isEnterprise } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm({
    id: 'contact',
    lastResult: actionData?.result ?? null,
    defaultValue: {
      timestamp,
      Subject: isEnterprise ? enterpriseSubject : '',
      Name: '',
      Email: '',
      Message: '',
      [honeypot]: '',
    },
  })
  return (
    <form className="card" method="post" {...getFormProps(form)} noValidate={false}>
      <ErrorSummary form={form} labels={labels} />
      <FormError msg={form.errors?.[0]} id={form.errorId} />
      <div className="pair">
        <TextField label={labels.Name} field={fields.Name} required autoComplete="name" />
        {/* Browsers refuse an address with other letters before its @ in an input of the type `email`. */}
        <TextField
          label={labels.Email}
          field={fields.Email}
          inputMode="email"
          required
          autoComplete="email"
        />
      </div>
      <TextField label={labels.Subject} field={fields.Subject} placeholder="Optional" />
      <TextArea label={labels.Message} field={fields.Message} required rows={7} maxLength={messageLength} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fields.website.id}>Website</label>
        <input
          {...getInputProps(fields.website, { type: 'text' })}
          key={honeypot}
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <input {...getInputProps(fields.timestamp, { type: 'hidden' })} key="timestamp" />
      <button type="submit" className="button">
        Send message
      </button>
    </form>
  )
}
