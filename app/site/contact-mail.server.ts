import { mailBodies } from '~/mail/mail-bodies.server'

/** To whoever runs this; answering the mail writes to its author. */
export function contactMail({ Name = '', Email = '', Subject = '', Message = '' }: Record<string, string>) {
  const heading = inOneLine(Subject) || 'A message'
  return {
    ReplyTo: Email,
    Subject: `${heading} from ${inOneLine(Name)}`,
    ...mailBodies({
      heading,
      paragraphs: Message.split(/\s*\n\s*/),
      footnote: `${inOneLine(Name)}, ${Email}, wrote this through the contact form. Your answer goes to them.`,
    }),
  }
}

function inOneLine(text: string) {
  return text.replace(/\s+/g, ' ')
}
