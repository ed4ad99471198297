/** The colours of the dark theme in `base/components/tokens.css`, for mail clients with `prefers-color-scheme`. */
const dark = `@media (prefers-color-scheme:dark){.ground{background:#0e1411!important;color:#eceee8!important}.sheet{background:#171f1a!important;border-color:#2e3731!important}.name{color:#7ad59c!important}.leaf{background:#7ad59c!important}.quiet{color:#acb5ae!important}.button{background:#2a7449!important}}`

const leaf = (style: string) =>
  `<span class="leaf" style="display:inline-block;width:12px;height:12px;background:#1f663f;${style}"></span>`

/** The logo in CSS, because many mail clients block images. Outlook does not support it and shows only the name. */
const mark = `<!--[if !mso]><!--><td width="26" style="padding-right:10px;font-size:0;line-height:0"><div class="leaf" style="width:10px;height:10px;margin:0 8px 2px;border-radius:50%;background:#1f663f"></div>${leaf('margin-right:2px;border-radius:0 100% 0 100%')}${leaf('border-radius:100% 0 100% 0')}</td><!--<![endif]-->`

const name = `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 28px"><tr>${mark}<td class="name" style="color:#1f663f;font-weight:700;font-size:17px;line-height:24px">Budkeeper</td></tr></table>`

type Link = { label: string; url: string }

/** A list. The first line of an item is its title, which links to `url`. */
export type MailSection = {
  title: string
  items: { url: string; lines: string[] }[]
  more?: Link | undefined
}

/** Layout of all mails, in text and HTML. The button's URL is also shown as text. */
export function mailContent(content: {
  subject: string
  heading: string
  paragraphs?: string[]
  sections?: MailSection[]
  button?: Link
  footnote?: string
  /** Links below the footnote. */
  links?: Link[]
}) {
  const { subject, heading, paragraphs = [], sections = [], button, footnote, links = [] } = content
  const link = button ? [`${button.label}:`, button.url] : []
  const signature = 'Budkeeper — Keep your people close'
  const notes = [...(footnote ? [footnote] : []), ...links.map(linkText)]
  const blocks = [heading, ...paragraphs, ...sections.flatMap(sectionText), ...link, ...notes, signature]
  const TextBody = `${blocks.join('\n\n')}\n`
  const HtmlBody = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(heading)}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;background:#fbf8f4;color:#1e2a23;font:16px/1.6 Figtree,'Segoe UI',Helvetica,Arial,sans-serif">
<div role="main">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%"><tr><td class="sheet" style="padding:32px;background:#ffffff;border:1px solid #e3dfd8;border-radius:14px">
${name}
<h1 style="margin:0;font-size:26px;line-height:1.25">${escapeHtml(heading)}</h1>
${paragraphs.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`).join('\n')}
${sections.map(sectionHtml).join('\n')}
${button ? buttonHtml(button) : ''}
${footnote ? `<p class="quiet" style="margin:16px 0 0;font-size:13px;color:#505b55">${escapeHtml(footnote)}</p>` : ''}
${links.length > 0 ? `<p class="quiet" style="margin:8px 0 0;font-size:13px;color:#505b55">${links.map(quietLink).join(' · ')}</p>` : ''}
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`
  return { Subject: subject, TextBody, HtmlBody }
}

const linkText = ({ label, url }: Link) => `${label}: ${url}`

const sectionText = ({ title, items, more }: MailSection) => [
  title,
  ...items.map(({ url, lines }) => `- ${[...lines, url].join('\n').replaceAll('\n', '\n  ')}`),
  ...(more ? [linkText(more)] : []),
]

const quietLink = ({ label, url }: Link) =>
  `<a class="name" href="${escapeHtml(url)}" style="color:#1f663f">${escapeHtml(label)}</a>`

const sectionHtml = ({ title, items, more }: MailSection) =>
  `<h2 style="margin:28px 0 0;font-size:17px;line-height:1.4">${escapeHtml(title)}</h2>
<ul style="margin:0;padding:0;list-style:none">
${items.map(itemHtml).join('\n')}
</ul>
${more ? `<p style="margin:12px 0 0">${quietLink(more)}</p>` : ''}`

function itemHtml({ url, lines: [label = '', ...facts] }: MailSection['items'][number]) {
  const quiet = facts.map(
    (fact) =>
      `<br><span class="quiet" style="font-size:15px;color:#505b55;white-space:pre-line">${escapeHtml(fact)}</span>`,
  )
  return `<li style="margin:12px 0 0;overflow-wrap:anywhere"><b>${quietLink({ label, url })}</b>${quiet.join('')}</li>`
}

function buttonHtml({ label, url }: { label: string; url: string }) {
  return `<p style="margin:28px 0 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f663f;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:16px 0 0;font-size:13px;color:#505b55;word-break:break-all">${escapeHtml(url)}</p>`
}

function escapeHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
