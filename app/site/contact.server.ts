import { countByAddress, once } from '~/accounts/attempts.server'
import { hashToken } from '~/accounts/sessions.server'
import { mailBodies } from '~/components/mail.server'
import type { Call } from '~/server/context.server'
import { env } from '~/server/env.server'
import { UserError } from '~/server/errors'
import { type Mail, sendMailAtOnce } from '~/server/mail.server'
import { ageOfStamp, newStamp } from '~/server/stamp.server'
import { trap } from './contact'
import type { ContactInput } from './contact-input.server'

/** Nobody writes so fast; nobody leaves a page open so long (milliseconds). */
const stampAge = { least: 3_000, most: 24 * 60 * 60_000 }

export const contactMails = { free: 5, firstWait: 600, longestWait: 3_600 }

/** A person who is taken for a robot is told so, and gets through by sending the form again. */
export function refuseRobots(fields: Record<string, unknown>) {
  const age = ageOfStamp(fields.stamp)
  if (fields[trap]) {
    fields[trap] = ''
    throw new UserError(
      400,
      'This looked like the message of a robot. If you are none, please send it again.',
    )
  }
  if (age === undefined || age > stampAge.most) {
    fields.stamp = newStamp()
    throw new UserError(400, 'This page was open for a long time. Please send your message again.')
  }
  if (age < stampAge.least)
    throw new UserError(400, 'That was quick. Please wait a few seconds and send it again.')
}

/** To whoever runs this; answering the mail writes to its author. The same from the same form, such as by a double click, is one mail. */
export function sendMessage(call: Call, input: ContactInput, stamp: unknown) {
  return once(`contact ${hashToken(JSON.stringify([stamp, input]))}`, async () => {
    await countByAddress(call, 'contact', contactMails)
    await sendMailAtOnce(contactMail(input))
  })
}

function contactMail({ Name, Email, Subject, Message }: ContactInput): Mail {
  const heading = inOneLine(Subject) || 'A message'
  return {
    To: env.ADMIN_EMAIL ?? env.MAIL_FROM,
    ReplyTo: Email,
    Subject: `${heading} from ${inOneLine(Name)}`,
    Tag: 'contact',
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
