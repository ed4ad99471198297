import { describe, expect, test } from 'vitest'
import { passwordMinimum } from '~/accounts/account'
import { monthlyPrice, price, trialDays } from '~/billing/plan'
import { customFieldLimit } from '~/buds/bud'
import type { PickerBud } from '~/buds/bud-picker'
import { inCommon } from '~/buds/in-common'
import { hobbies as hobbyOptions, preferences as preferenceOptions } from '~/buds/options'
import * as landing from '~/site/landing-text'
import { about, privacy, readText, type Text, terms } from '~/site/texts.server'

function show(sections: Text['sections']) {
  const container = document.createElement('div')
  container.innerHTML = sections.map(({ html }) => html).join('')
  return container
}

const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ') ?? ''

function sectionOf(sections: Text['sections'], id: string) {
  const section = sections.find((section) => section.id === id)
  if (!section) throw new Error(`no section ${id}`)
  return textOf(show([section]))
}

describe.each([
  ['the terms', terms, 16],
  ['the privacy policy', privacy, 15],
  ['about', about, 4],
])('%s', (_name, { sections }, count) => {
  test('has the required sections, each with a title and a unique id', () => {
    expect(sections).toHaveLength(count)
    expect(new Set(sections.map(({ title }) => title)).size).toBe(count)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(count)
    for (const { id } of sections) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  test('has text in each section', () => {
    for (const { id, title } of sections) {
      const words = sectionOf(sections, id).replace(title, '').trim().split(' ')
      expect(words.length).toBeGreaterThan(30)
    }
  })

  test('links to existing pages and sections', () => {
    const pages = ['/', '/privacy-policy', '/terms', '/contact', '/forgot-password', '/login', '/register']
    const privacyIds = privacy.sections.map(({ id }) => id)
    for (const link of show(sections).querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('https://')) continue
      const [page, id] = href.split('#')
      expect(pages).toContain(page)
      if (id) expect(privacyIds).toContain(id)
    }
  })
})

test('the dates are those of the specification', () => {
  expect(terms.intro).toBe('Last updated May 2, 2025')
  expect(privacy.intro).toBe('Last updated May 15, 2025')
})

test.each([
  'people aged 18 or over',
  'Contact data is visible only to its owner',
  'governed by the law of England and Wales',
  `free trial of ${trialDays} days`,
  monthlyPrice,
  'nothing is deleted',
  `at least ${passwordMinimum} characters`,
])('the terms say: %s', (words) => {
  expect(textOf(show(terms.sections))).toContain(words)
})

test.each([
  'people aged 18 or over',
  'Contact data is visible only to its owner',
  'argon2id',
  'Stripe',
  'Postmark',
  'no analytics, no advertising and no script of another company',
])('the privacy policy says: %s', (words) => {
  expect(textOf(show(privacy.sections))).toContain(words)
})

test.each([
  ['your-account', ['first name', 'surname', 'email', 'password', 'location']],
  [
    'your-buds',
    [
      'names',
      'nicknames',
      'relationship type',
      'location',
      'occupation',
      'hobbies',
      'preferences',
      'industry',
      'custom fields',
    ],
  ],
  ['your-circles-and-events', ['name', 'description', 'member buds', 'attendees']],
  ['cookies', ['session', 'browser', 'toast', 'darkTheme']],
])('the privacy policy lists in %s which data is stored', (id, phrases) => {
  const text = sectionOf(privacy.sections, id)
  for (const words of phrases) expect(text).toContain(words)
})

test('the privacy policy has the right number of custom fields', () => {
  expect(customFieldLimit).toBe(5)
  expect(sectionOf(privacy.sections, 'your-buds')).toContain('up to five custom fields')
})

test('the about page starts with its name and one sentence', () => {
  expect(about.title).toBe('About Budkeeper')
  expect(about.intro).toMatch(/^Budkeeper [^.]+\.$/)
})

test('an unknown placeholder in a text is an error', () => {
  expect(() => readText('# Terms\n\n{{prize}} a month\n')).toThrow('Unknown placeholder {{prize}}')
})

describe('the landing page', () => {
  test("has the hero's buttons and 4 to 6 words to type, each once", () => {
    expect(landing.hero.register.label).toBe('Get Started Free')
    expect(landing.hero.login.label).toBe('Login')
    const { words } = landing.hero.headline
    expect(words.length).toBeGreaterThanOrEqual(4)
    expect(words.length).toBeLessThanOrEqual(6)
    expect(new Set(words).size).toBe(words.length)
  })

  test('has six features of two sentences; only the AI suggestions are coming soon', () => {
    const { tiles } = landing.features
    expect(tiles).toHaveLength(6)
    for (const { text } of tiles) expect(text.match(/\.(?= |$)/g)).toHaveLength(2)
    expect(tiles.filter(({ isComingSoon }) => isComingSoon).map(({ title }) => title)).toEqual([
      'AI suggestions',
    ])
    expect(landing.comingSoon).toBe('Coming soon')
  })

  test('names the price, the trial and the six points of the plan', () => {
    const { plan, enterprise } = landing.pricing
    expect(plan.price).toBe(price)
    expect(plan.trial).toBe(`${trialDays}-day free trial`)
    expect(plan.points.map(({ label }) => label)).toEqual([
      'Unlimited buds',
      'Advanced circle management',
      'Unlimited events',
      'Custom fields',
      'AI suggestions',
      'Priority support',
    ])
    expect(plan.points.filter((point) => 'isComingSoon' in point).map(({ label }) => label)).toEqual([
      'AI suggestions',
    ])
    expect(enterprise.button.to).toBe('/contact?about=enterprise')
  })

  test('has three testimonials that are labelled as samples', () => {
    expect(landing.testimonials.quotes).toHaveLength(3)
    expect(landing.testimonials.note).toMatch(/^Sample/)
  })

  test('shows two birdwatchers and three vegetarians, as its text says', () => {
    const { sample } = landing.sharedInterests
    const counts = (itemsOf: (bud: PickerBud) => string[]) =>
      inCommon(sample, itemsOf).map(({ item, buds }) => `${item} ${buds.length}`)
    expect(counts(({ hobbies }) => hobbies)).toEqual(['Hiking 3', 'Bird Watching 2', 'Board Games 2'])
    expect(counts(({ preferences }) => preferences)).toEqual(['Vegetarian 3', 'Indian Food 2', 'Tea 2'])
    for (const { hobbies, preferences } of sample) {
      for (const hobby of hobbies) expect(hobbyOptions).toContain(hobby)
      for (const preference of preferences) expect(preferenceOptions).toContain(preference)
    }
  })

  test('ends with a call to action', () => {
    expect(landing.calendar.text).not.toBe('')
    expect(landing.closing.button.to).toBe('/register')
  })
})
