import type { FieldMetadata, SubmissionResult } from '@conform-to/react'
import { Form, useNavigation, useRouteLoaderData } from '@remix-run/react'
import { Suspense, useEffect } from 'react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { focusField } from '~/base/components/focus-field'
import { onDemand, preparedBy } from '~/base/components/on-demand'
import { linkLifetimes } from '~/base/links/link'
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

/** Shows the link. */
export const UpdateLink = onDemand(async () => (await import('~/base/links/share-link')).ShareLink)

const passwordId = 'ask-password'

/** The one field that can be refused. The `useForm` of conform would add 8 kB to the page of a bud. */
const passwordField = (errors?: string[] | null) =>
  ({
    id: passwordId,
    name: 'password',
    errors: errors ?? undefined,
    errorId: `${passwordId}-error`,
    descriptionId: `${passwordId}-help`,
  }) as FieldMetadata<string | undefined>

/** Makes a link with which a bud fills in their own details (product 21.4). */
export function AskForUpdate({ name, link, isRecent, refused }: Props) {
  const owner = useRouteLoaderData<typeof rootLoader>('root')?.user?.Firstname ?? ''
  const isBusy = useNavigation().formData?.get('intent') === 'update-link'
  const password = passwordField(refused?.result.error?.password)
  useEffect(() => {
    if (refused) focusField(passwordId)
  }, [refused])
  const body = `Hi ${name},\n\nwould you check your details for me? This link opens a form. It works once, for ${linkLifetimes.update} days:\n\n`
  return (
    <section className="card ask-for-update" id="ask-for-update" {...preparedBy(UpdateLink, 'button')}>
      <h2>Ask {name} to update their details</h2>
      {link ? (
        <Suspense>
          <UpdateLink
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
        </Suspense>
      ) : (
        <Form method="post" action="#ask-for-update" preventScrollReset noValidate>
          <AccountField />
          <p className="help">
            You get a link to send. What {name} fills in changes nothing until you accept it.
          </p>
          <label className="check">
            <input type="checkbox" name="show" value="true" defaultChecked={refused?.show} />
            <span>The form shows what is stored: emails, phones, addresses and dates</span>
          </label>
          <RecentPassword field={password} isRecent={isRecent} />
          <button type="submit" className="button quiet" name="intent" value="update-link" disabled={isBusy}>
            Make a link
          </button>
        </Form>
      )}
    </section>
  )
}
