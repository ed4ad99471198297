import { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { email, orEmpty, requiredText, text } from '~/forms/rules'
import { messageLength } from './contact'

export const contactInput = z.object({
  Name: z.preprocess(orEmpty, requiredText('Name', nameLength)),
  Email: email,
  Subject: z.preprocess(orEmpty, text('Subject', nameLength)),
  Message: z.preprocess(orEmpty, requiredText('Message', messageLength)),
})
export type ContactInput = z.infer<typeof contactInput>
