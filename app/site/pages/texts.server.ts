import { marked } from 'marked'
import { monthlyPrice, trialDays } from '~/account/billing/plan'
import aboutSource from './about.md?raw'
import privacySource from './privacy.md?raw'
import termsSource from './terms.md?raw'

/** What `{{name}}` stands for in the Markdown files. */
const values: Record<string, string> = { monthlyPrice, trialDays: String(trialDays) }

/** The long texts of the site. Update them when the software changes. */
export const about = readText(aboutSource)
export const privacy = readText(privacySource)
export const terms = readText(termsSource)

export type Text = ReturnType<typeof readText>

/** Reads a title, a line of introduction, and sections with headings such as `## Fair use {#fair-use}`. */
export function readText(markdown: string) {
  const [head = '', ...sections] = markdown.replace(/\{\{(.*?)\}\}/g, placeholderValue).split(/^## /m)
  const [, title = '', intro = ''] = /^# (.+)\n\n(.+)\n/.exec(head) ?? []
  return { title, intro, sections: sections.map(readSection) }
}

function placeholderValue(placeholder: string, name: string) {
  const value = values[name]
  if (value === undefined) throw new Error(`Unknown placeholder ${placeholder}`)
  return value
}

/** `id` is the URL fragment of the section. */
function readSection(section: string) {
  const [, title = '', id = '', body = ''] = /^(.+) \{#(.+)\}\n(.+)$/s.exec(section) ?? []
  return { id, title, html: marked.parse(`## ${title}\n${body}`, { async: false }) }
}
