import { Form } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { AccountField } from '~/base/components/account-field'
import { ActionToast } from '~/base/components/toasts'
import { AccountTabs } from './account-tabs'

type Props = {
  title: string
  help: ReactNode
  /** What the demo account is told in place of the help. It cannot use the form. */
  notice?: string | false
  actionData?: ComponentProps<typeof ActionToast>['actionData']
  className?: string
  /** The form that the screen is, without which it has forms of its own. */
  form?: Omit<ComponentProps<typeof Form>, 'children'>
  /** Other forms, after that of the screen. */
  after?: ReactNode
  children: ReactNode
}

/** A screen about the account. */
export function AccountTab({ title, help, notice, actionData, form, after, children, ...rest }: Props) {
  const { className = 'form-page narrow' } = rest
  const content = (
    <>
      {form && <AccountField />}
      <ActionToast actionData={actionData} />
      <header className="form-header">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="help">{notice || help}</p>
        </div>
      </header>
      <AccountTabs />
      {form && notice ? (
        <fieldset className="unusable" disabled>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </>
  )
  return (
    <div className="account">
      {form ? (
        <Form method="post" className={className} {...form}>
          {content}
        </Form>
      ) : (
        <div className={className}>{content}</div>
      )}
      {after}
    </div>
  )
}
