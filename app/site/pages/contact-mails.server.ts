import { defineMail } from '~/base/mail/mail'
import { mailContent } from '~/base/mail/mail-content.server'
import type { ContactInput } from './contact-input.server'

/** The mail to the operator. A reply goes to the person who sent the message. */
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
    ...mailContent({
      subject: `${heading} from ${inOneLine(Name)}`,
      heading,
      paragraphs: Message.split(/\s*\n\s*/),
      footnote: `${inOneLine(Name)}, ${Email}, wrote this through the contact form. Your answer goes to them.`,
    }),
  }
}

function inOneLine(text: string) {
  return text.replace(/\s+/g, ' ')
}
