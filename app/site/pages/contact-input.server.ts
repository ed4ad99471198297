import { z } from 'zod'
import { nameLength } from '~/base/forms/lengths'
import { email, line, orEmpty, requiredLine, requiredText } from '~/base/forms/rules'
import { messageLength } from './contact'

export const contactInput = z.object({
  Name: z.preprocess(orEmpty, requiredLine('Name', nameLength)),
  Email: email,
  Subject: z.preprocess(orEmpty, line('Subject', nameLength)),
  Message: z.preprocess(orEmpty, requiredText('Message', messageLength)),
})
export type ContactInput = z.infer<typeof contactInput>
