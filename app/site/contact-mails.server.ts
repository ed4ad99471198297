import { defineMail } from '~/mail/mail'
import { mailBodies } from '~/mail/mail-bodies.server'
import type { ContactInput } from './contact-input.server'

/** To the operator. A reply to the mail goes to its author. */
export const contactMails = {
  contact: defineMail<ContactInput>({
    compose: ({ details }) => contactMail(details),
    samples: () => ({
      contact: contactMail({
        Name: 'Ada Lovelace',
        Email: 'ada@example.com',
        Subject: 'A question',
        Message: 'Hello!\nHow are you?',
      }),
    }),
  }),
}

function contactMail({ Name, Email, Subject, Message }: ContactInput) {
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
