/** One look for all mails: a column of 560 px, one button, the link spelled out below it. Colours are those of the light theme. */
export function mailBodies(content: {
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  footnote?: string
}) {
  const { heading, paragraphs, button, footnote } = content
  const link = button ? [`${button.label}:`, button.url] : []
  const TextBody = [
    heading,
    ...paragraphs,
    ...link,
    ...(footnote ? [footnote] : []),
    'Budkeeper — Keep your people close',
  ]
    .join('\n\n')
    .concat('\n')
  const HtmlBody = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:#faf8f4;color:#24302a;font:16px/1.6 Figtree,'Segoe UI',Helvetica,Arial,sans-serif">
<div role="main">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border:1px solid #e6e1d8;border-radius:14px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;color:#2b6a47;font-weight:700;font-size:17px">Budkeeper</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25">${escapeHtml(heading)}</h1>
${paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n')}
${
  button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#2b6a47;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#56635c;word-break:break-all">${escapeHtml(button.url)}</p>`
    : ''
}
${footnote ? `<p style="margin:0;font-size:13px;color:#56635c">${escapeHtml(footnote)}</p>` : ''}
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`
  return { TextBody, HtmlBody }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
