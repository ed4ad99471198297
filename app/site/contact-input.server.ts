import { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { email, requiredText, text } from '~/forms/rules'
import { messageLength } from './contact'

const emptyIfMissing = (rule: z.ZodType<string>) => z.preprocess((value) => value ?? '', rule)

export const contactInput = z.object({
  Name: emptyIfMissing(requiredText('Name', nameLength)),
  Email: email,
  Subject: emptyIfMissing(text('Subject', nameLength)),
  Message: emptyIfMissing(requiredText('Message', messageLength)),
})
export type ContactInput = z.infer<typeof contactInput>
