import { JSDOM } from 'jsdom'
import type { ClientResponse } from './client'

type Entries = [name: string, value: string][]

/** The fields that a browser without JavaScript sends for the form of a page. Lines end with CR and LF. */
export function formIn({ text }: ClientResponse, selector = 'form.form-page'): Entries {
  const { window } = new JSDOM(text)
  const form = window.document.querySelector<HTMLFormElement>(selector)
  if (!form) throw new Error('the page has no form')
  return [...new window.FormData(form)].map(([name, value]) => [
    name,
    String(value).replace(/\r?\n/g, '\r\n'),
  ])
}

/** All values of one field. */
export function valuesIn(form: Entries, name: string) {
  return form.filter(([field]) => field === name).map(([, value]) => value)
}

/** A copy of the form with new values for some fields. */
export function typed(form: Entries, fields: Record<string, string>): Entries {
  return [...form.filter(([name]) => !(name in fields)), ...Object.entries(fields)]
}
