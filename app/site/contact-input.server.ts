import { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { email, requiredText, text } from '~/forms/rules'
import { messageLength } from './contact'

const given = (rule: z.ZodType<string>) => z.preprocess((value) => value ?? '', rule)

export const contactInput = z.object({
  Name: given(requiredText('Name', nameLength)),
  Email: email,
  Subject: given(text('Subject', nameLength)),
  Message: given(requiredText('Message', messageLength)),
})
export type ContactInput = z.infer<typeof contactInput>
