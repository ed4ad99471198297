import { type Client, createClient } from './client'
import { confirmTokenIn, mailTo } from './mailbox'

export const requestEmail = (client: Client, Email: string) =>
  client.patch('/api/v1/users/update-user', { Email })

/** The token of the newest confirmation link to an e-mail address. */
export async function tokenSentTo(Email: string) {
  return confirmTokenIn(await mailTo(Email, { tag: 'email-confirm' }))
}

export const confirm = (token: string, client: Client = createClient()) =>
  client.submit(`/confirm-email/${token}`, {})

/** Changes the e-mail address of an account by the mailed link. */
export async function changeEmail(client: Client, Email: string) {
  await requestEmail(client, Email)
  return confirm(await tokenSentTo(Email), client)
}
