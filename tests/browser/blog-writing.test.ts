import { describe, expect, test } from 'vitest'
import {
  browserSettings,
  call,
  expectShown,
  fill,
  hasFocus,
  holdBack,
  pathOf,
  press,
  settled,
  withBrowser,
} from '../support/browser'

const { openAsAdmin } = withBrowser()

const list = '/dashboard/blog'
const requiredFields = { title: 'Letters', excerpt: 'On paper.', content: '<p>They wait.</p>', author: 'Ada' }

describe.each(browserSettings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('an admin writes, sanitises, publishes, changes and deletes a post', async () => {
    const page = await openAsAdmin(list, setting)
    const Title = `Letters ${crypto.randomUUID().slice(0, 8)}`
    const row = () => page.getByRole('row').filter({ hasText: Title })
    await page.getByRole('link', { name: 'New post' }).first().click()
    const Content = '<p onclick="run()">They wait.</p>'
    await fill(page, { Title, Excerpt: 'On paper.', Content, Author: 'Ada', Tags: 'letters, , paper' })
    await press(page, 'Preview')
    await expectShown(page, 'Preview feature coming soon')
    expect(await page.getByLabel('Title').inputValue()).toBe(Title)
    await press(page, 'Create Post')
    await expectShown(page, 'onclick="run()" of <p> would be removed')
    await page.getByText('The cleaned version').click()
    await expectShown(page, '<p>They wait.</p>')
    await press(page, 'Save without it')
    await expectShown(page, 'Blog post created successfully')

    expect(pathOf(page)).toBe(list)
    expect(await row().getByRole('link', { name: 'View' }).count()).toBe(0)
    await row().getByRole('button', { name: 'Draft' }).click()
    await expectShown(page, 'Post published successfully')
    const view = row().getByRole('link', { name: 'View' })
    expect(await view.getAttribute('href')).toBe(`/blog/${Title.toLowerCase().replaceAll(' ', '-')}`)
    expect(await view.getAttribute('target')).toBe('_blank')
    await row().getByRole('button', { name: 'Published' }).click()
    await expectShown(page, 'Post unpublished successfully')

    await row().getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit post' }).waitFor()
    expect(await page.getByLabel('Tags').inputValue()).toBe('letters, paper')
    expect(await page.getByLabel('Content').inputValue()).toBe('<p>They wait.</p>')
    await page.getByLabel('Featured', { exact: true }).check()
    await press(page, 'Update Post')
    await expectShown(page, 'Blog post updated successfully')
    expect(await row().getByText('Featured').isVisible()).toBe(true)

    await row().getByRole('button', { name: 'Delete' }).click()
    await expectShown(page, `Are you sure you want to delete ${Title}?`)
    await press(page, 'Cancel')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await row().getByRole('button', { name: 'Delete' }).click()
    await press(page, 'Yes, Delete')
    await expectShown(page, 'Blog post deleted successfully')
    expect(await row().count()).toBe(0)
  })
})

describe('the editor', () => {
  test("says 'Saving...' until the response arrives", async () => {
    const page = await openAsAdmin(`${list}/new`)
    await fill(page, { Title: 'Slow', Excerpt: 'x', Content: 'x' })
    const respond = await holdBack(page, '**/*.data*')
    await press(page, 'Create Post')
    const button = page.getByRole('button', { name: 'Saving...' })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    respond()
    await expectShown(page, 'Blog post created successfully')
  })

  test('counts the characters of the meta description up to 160', async () => {
    const page = await openAsAdmin(`${list}/new`)
    const field = page.getByLabel('Meta description')
    await field.fill('Why letters')
    await page.getByText('11/160').waitFor()
    await field.fill('')
    await field.pressSequentially('x'.repeat(165))
    await page.getByText('160/160').waitFor()
    expect((await field.inputValue()).length).toBe(160)
  })

  test('shows the featured picture, or a message when it cannot be loaded', async () => {
    const page = await openAsAdmin(`${list}/new`)
    const field = page.getByLabel('Featured image')
    const picture = page.getByRole('img', { name: 'How it looks' })
    await field.fill('/favicon.svg')
    await picture.waitFor()
    await field.fill('/no-such.png')
    await page.getByText('This picture could not be loaded.').waitFor()
    expect(await picture.count()).toBe(0)
    await field.fill('favicon')
    await page.getByText('This picture could not be loaded.').waitFor({ state: 'hidden' })
    expect(await picture.count()).toBe(0)
  })

  test("focuses the list of the sanitiser's changes after each submission", async () => {
    const page = await openAsAdmin(`${list}/new`)
    await fill(page, { Title: 'x', Excerpt: 'x', Content: '<script>1</script>x' })
    const notice = page.getByRole('region', { name: 'Some of the content cannot be kept' })
    await press(page, 'Create Post')
    await notice.waitFor()
    await expect.poll(() => hasFocus(notice)).toBe(true)
    await page.getByRole('link', { name: 'Edit the content' }).click()
    await expect.poll(() => hasFocus(page.getByLabel('Content', { exact: true }))).toBe(true)
    await fill(page, { Content: '<style>2</style>x' })
    await press(page, 'Create Post')
    await notice.getByText('<style> and what is in it').waitFor()
    await expect.poll(() => hasFocus(notice)).toBe(true)
  })
})

test('the list keeps the scroll position and the focus when a post is published', async () => {
  const page = await openAsAdmin(list)
  for (let n = 0; n < 20; n++)
    await call(page, 'POST', '/api/v1/blog/admin', { ...requiredFields, title: `Post ${n}.` })
  await page.reload()
  await settled(page)
  const row = page.getByRole('row').filter({ hasText: 'Post 2.' })
  const published = row.getByRole('button', { name: 'Published' })
  await row.getByRole('button', { name: 'Draft' }).focus()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await published.waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(top)
  expect(await hasFocus(published)).toBe(true)
})
