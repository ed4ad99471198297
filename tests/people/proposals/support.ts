import type { Client } from '../../support/client'
import { createClient } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'

type Fields = Parameters<typeof createBud>[1]

export const value = (value: string, label = '') => ({ label, value })
export const tokenOf = (url = '') => url.slice(url.lastIndexOf('/') + 1)

/** An owner with a bud, and functions that make and use links for it. */
export async function withBud(fields: Fields = {}) {
  const user = await signedIn({ Firstname: 'Charles', Surname: 'Babbage' })
  const bud = await createBud(user.user, { Firstname: 'Ada', Surname: 'Lovelace', ...fields })
  const path = `/api/v1/buds/${bud._id}`
  const makeLink = async (show = false) => {
    const { body } = await user.post(`${path}/update-link`, { show })
    return new URL(body.url).pathname
  }
  const readBud = async () => (await user.get(path)).body.bud
  /** `meanwhile` runs after the form was opened. */
  const propose = async (form: Record<string, string>, show = false, meanwhile = async () => {}) => {
    const [link, client] = [await makeLink(show), createClient()]
    const [, _version = ''] = /name="_version" value="(\d*)"/.exec((await client.visit(link)).text) ?? []
    await meanwhile()
    const response = await client.submit(link, { ...form, _version })
    if (response.status !== 303) throw new Error(`update: ${response.status}`)
    return (await waiting(user))[0]
  }
  return { user, bud, path, makeLink, readBud, propose }
}

export type Proposal = {
  _id: string
  bud: object
  createdAt: string
  fields: { name: string; before: unknown; after: unknown }[]
}

export const waiting = async (user: Client): Promise<Proposal[]> =>
  (await user.get('/api/v1/proposals')).body.proposals

export const decide = (user: Client, id: string | undefined, verb: 'accept' | 'reject', body: object = {}) =>
  user.post(`/api/v1/proposals/${id}/${verb}`, body)
