import { expect } from 'vitest'
import type { Client } from '../../support/client'

/** A vCard of lines, between BEGIN and END. */
export const card = (...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')

export const upload = (user: Client, file: BodyInit, name = 'people.vcf') =>
  user.send('POST', '/api/v1/imports', {
    body: file,
    headers: {
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Type': 'application/octet-stream',
    },
  })

export async function importOf(user: Client, id: string) {
  return (await user.get(`/api/v1/imports/${id}`)).body.import
}

/** Waits until the work in the background has led to a state. */
export async function reach(user: Client, id: string, state: string) {
  await expect.poll(async () => (await importOf(user, id)).state, { interval: 50 }).toBe(state)
  return importOf(user, id)
}

/** Uploads a file and waits for the dry run. */
export async function dryRun(user: Client, file: BodyInit, name?: string) {
  const { status, body } = await upload(user, file, name)
  expect([status, body.msg]).toEqual([201, 'Import added successfully'])
  return reach(user, body.import._id, 'ready')
}

export async function apply(user: Client, id: string) {
  expect((await user.post(`/api/v1/imports/${id}/apply`, {})).status).toBe(202)
  return reach(user, id, 'applied')
}

export async function undo(user: Client, id: string) {
  expect((await user.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202)
  return reach(user, id, 'undone')
}

export const rowsOf = async (user: Client, id: string, query = '') =>
  (await user.get(`/api/v1/imports/${id}/rows?limit=100&${query}`)).body.rows
