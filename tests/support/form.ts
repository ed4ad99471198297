import { JSDOM } from 'jsdom'
import type { ClientResponse } from './client'

type Entries = [name: string, value: string][]

/** What a browser without JavaScript would send of a page's form, as it stands there; its lines end with CR and LF. */
export function formIn({ text }: ClientResponse): Entries {
  const { window } = new JSDOM(text)
  const form = window.document.querySelector<HTMLFormElement>('form.form-page')
  if (!form) throw new Error('the page holds no form')
  return [...new window.FormData(form)].map(([name, value]) => [
    name,
    String(value).replace(/\r?\n/g, '\r\n'),
  ])
}

/** The values of one field, of which there may be several. */
export function valuesIn(form: Entries, name: string) {
  return form.filter(([field]) => field === name).map(([, value]) => value)
}

/** The same form with other values typed into it. */
export function typed(form: Entries, fields: Record<string, string>): Entries {
  return [...form.filter(([name]) => !(name in fields)), ...Object.entries(fields)]
}
