import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation, useRouteLoaderData } from '@remix-run/react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { linkLifetimes } from '~/base/links/link'
import { ShareLink } from '~/base/links/share-link'
import type { loader as rootLoader } from '~/root'
import './proposals.css'

type Props = {
  /** The first name of the bud. */
  name: string
  /** The link that was made just now. */
  link?: { url: string; bud: { email: string } }
  isRecent: boolean
  /** The form whose password was refused. */
  refused?: { result: SubmissionResult; show: boolean }
}

/** Makes a link with which a bud fills in their own details (product 21.4). */
export function AskForUpdate({ name, link, isRecent, refused }: Props) {
  const owner = useRouteLoaderData<typeof rootLoader>('root')?.user?.Firstname ?? ''
  const isBusy = useNavigation().formData?.get('intent') === 'update-link'
  const [form, fields] = useForm<{ password?: string }>({ id: 'ask-form', lastResult: refused?.result })
  const body = `Hi ${name},\n\nwould you check your details for me? This link opens a form. It works once, for ${linkLifetimes.update} days:\n\n`
  return (
    <section className="card ask-for-update" id="ask-for-update">
      <h2>Ask {name} to update their details</h2>
      {link ? (
        <>
          <ShareLink
            label={`Link for ${name}`}
            url={link.url}
            mail={{
              to: link.bud.email,
              subject: 'Would you check your details?',
              body: `${body}${link.url}\n\n${owner}`,
            }}
          />
          <p className="help">
            It is shown only now, works once and ends after {linkLifetimes.update} days. What {name} fills in
            waits for your review.
          </p>
        </>
      ) : (
        <Form method="post" action="#ask-for-update" preventScrollReset {...getFormProps(form)}>
          <AccountField />
          <p className="help">
            You get a link to send. What {name} fills in changes nothing until you accept it.
          </p>
          <label className="check">
            <input type="checkbox" name="show" value="true" defaultChecked={refused?.show} />
            <span>The form shows what is stored: emails, phones, addresses and dates</span>
          </label>
          <RecentPassword field={fields.password} isRecent={isRecent} />
          <button type="submit" className="button quiet" name="intent" value="update-link" disabled={isBusy}>
            Make a link
          </button>
        </Form>
      )}
    </section>
  )
}
