import { gzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '~/api/openapi/document.server'
import { createClient } from '../../support/client'

describe('the reference page', () => {
  let html: string
  let page: Document
  const text = (selector: string, root: ParentNode = page) =>
    [...root.querySelectorAll(selector)].map((element) => element.textContent?.replace(/\s+/g, ' ').trim())

  beforeAll(async () => {
    html = (await createClient().visit('/developers')).text
    page = new JSDOM(html).window.document
  })

  test('has every call of the document, with its examples', () => {
    const calls = Object.entries(openApi().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(text('.call h3').sort()).toEqual(calls.sort())
    for (const call of page.querySelectorAll('.call')) expect(text('pre', call)).not.toEqual([])
  })

  test('has no script file, and less than 60 kB compressed', () => {
    expect(html).not.toMatch(/<script[^>]+src|modulepreload/)
    expect(gzipSync(html).length).toBeLessThan(60_000)
  })

  test('has an anchor for each of its links, once', () => {
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...page.querySelectorAll('a[href^="#"]')].map((link) =>
      link.getAttribute('href')?.slice(1),
    )
    expect(links.filter((id) => !ids.includes(id ?? ''))).toEqual([])
    expect(links.length).toBeGreaterThan(100)
  })

  test('is folded by chapters and calls, with its anchors in what is folded', () => {
    expect(text('details:is(.chapter, .call)[open] > summary')).toEqual([])
    for (const id of ['rules-for-all-calls', 'buds', 'patch-budsid', 'objects'])
      expect(text(`details > #${id}`), id).toHaveLength(1)
  })

  test.each([
    ['PHOTO put', 'PUT /buds/{id}/photo'],
    ['PASSWORD change', 'POST /auth/change-password'],
  ])(
    "has after the filter '%s' only what has its words, with the links of the rest to the whole page",
    async (search, call) => {
      const { text: filtered } = await createClient().visit(`/developers?search=${search}`)
      const found = new JSDOM(filtered).window.document
      expect(text('.chapter[open] .call h3', found)).toEqual([call])
      expect(found.querySelector<HTMLInputElement>('[name=search]')?.value).toBe(search)
      const ids = [...found.querySelectorAll('[id]')].map(({ id }) => id)
      const links = [...found.querySelectorAll('a[href^="#"]')].map((link) =>
        link.getAttribute('href')?.slice(1),
      )
      expect(links.filter((id) => !ids.includes(id ?? ''))).toEqual([])
    },
  )

  test.each(['zebra', 'summary', 'href'])("says of the filter '%s' that nothing has it", async (search) => {
    const { text: nothing } = await createClient().visit(`/developers?search=${search}`)
    expect(nothing).toContain('Nothing has these words.')
  })

  test('shows the types and limits of the schemas', () => {
    const call = page.getElementById('post-buds')?.closest('.call') as Element
    const body = [...call.querySelectorAll('.field-list')].find(
      (list) => text('h4', list)[0] === 'Body',
    ) as Element
    const rows = text('dl > div', body)
    expect(rows).toContain('Firstnamerequiredtext, 1 to 100 characters')
    expect(rows).toContain('emailslist of object, at most 10 elements')
    expect(rows).toContain('emails[].valueemail address, at most 254 characters')
    expect(rows).toContain('cadenceDayswhole number, 1 to 3,650, or null')
    expect(rows).toContain(`BudtypetextOne of Friend, Family, Work, Client, OtherDefault: Other`)
  })

  test.each([
    ['post-tokens', 'expiresAt', 'day or instant, or null'],
    ['get-tokens', 'tokens', 'list of Token'],
    ['get-subscriptionsstatus', 'subscription', 'Subscription, or null'],
    ['patch-importsid', 'mapping', 'list of text or null, or null'],
    ['post-budsidmerge', 'fields', 'object'],
  ])('says for %s what %s is', (id, name, type) => {
    const call = page.getElementById(id)?.closest('.call') as Element
    const rows = [...call.querySelectorAll('dl > div')].map((row) => [
      ...text('dt code', row),
      ...text('dd', row),
    ])
    expect(rows).toContainEqual([name, type])
  })

  test('is in the sitemap and in the footer', async () => {
    const { text: sitemap } = await createClient().visit('/sitemap.xml')
    expect(sitemap).toContain('/developers</loc>')
    expect(page.querySelector('footer a[href="/developers"]')?.textContent).toBe('Developers')
  })
})
