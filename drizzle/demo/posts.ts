import { Marked } from 'marked'
import { trialDays } from '~/account/billing/plan'
import { type PostInput, postInput } from '~/site/blog/post-input.server'

/** A demo post: the input of the blog editor, the slug and the age. */
export type DemoPost = PostInput & {
  /** The name of the file. */
  slug: string
  /** Age of the post in days when the database is seeded. */
  days: number
}

const files = import.meta.glob<string>('./posts/*.md', { query: '?raw', import: 'default', eager: true })

/** Fourteen published posts, one of them featured, and two drafts. */
export const readDemoPosts = (): DemoPost[] =>
  Object.entries(files).map(([path, source]) =>
    readPost(path.slice('./posts/'.length, -'.md'.length), source),
  )

/** A file has the fields of the post, of which a long one continues on indented lines, and its content as Markdown. */
function readPost(slug: string, source: string): DemoPost {
  const [, head = '', markdown = ''] = source.split(/^---\n/m)
  const lines = head.replaceAll('\n  ', ' ').trim().split('\n')
  const { days, ...fields } = Object.fromEntries(lines.map((line) => line.split(/: ?(.*)/, 2)))
  const html = blog.parse(markdown.replaceAll('{{trialDays}}', String(trialDays)), { async: false })
  return { ...postInput.parse({ ...fields, content: html.trim() }), slug, days: Number(days) }
}

/** Joins the lines of a paragraph. */
const blog = new Marked({
  walkTokens(token) {
    if (token.type === 'text') token.text = token.text.replaceAll('\n', ' ')
  },
})
