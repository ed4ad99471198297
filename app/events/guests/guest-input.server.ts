import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { oneOf, shortList, text, wholeNumberOrNull } from '~/base/forms/rules'
import { diets } from '~/people/buds/diets'
import { selectedBuds } from '~/people/buds/selected-buds.server'
import { answers, guestsLimit, noteLength } from './guest'

const chooseAnswer = 'Choose yes, no or maybe'
const unknownDiet = 'Allergies and diet must be options of the list'

const diet = shortList(
  'Allergies and diet',
  diets.length,
  unknownDiet,
  z.enum(diets, { error: unknownDiet }),
).transform((list) => diets.filter((option) => list.includes(option)))

const guests = wholeNumberOrNull('The number', 0, guestsLimit, 'people').transform((count) => count ?? 0)

/** The form of `/rsvp/{token}`. Who does not come brings nobody and eats nothing. */
export const answerInput = z
  .object({
    answer: z.enum(answers, { error: chooseAnswer }),
    guests: guests.default(0),
    diet: diet.default([]),
    note: z.preprocess((value) => value ?? '', text('Note', noteLength)),
  })
  .transform((input) => (input.answer === 'no' ? { ...input, guests: 0, diet: [] } : input))
export type AnswerInput = z.infer<typeof answerInput>

/** The answer of an attendee in a backup. */
export const storedAnswer = z.object(
  {
    bud: z.guid({ error: 'bud must be an id' }).transform((id) => id.toLowerCase()),
    answer: oneOf('answer', answers),
    guests: guests.default(0),
    diet: diet.default([]),
    note: text('note', noteLength).default(''),
    answeredAt: z.iso.datetime({ error: 'answeredAt must be a date and time in UTC' }),
  },
  { error: 'answers must be a list of answers' },
)

export type StoredAnswer = z.infer<typeof storedAnswer>

const chosenBuds = selectedBuds
  .refine(({ length }) => length > 0, 'Choose at least one attendee')
  .meta({ minItems: 1 })

/** The body of `DELETE /events/{id}/guests`. Without `selectedBuds`, all attendees. */
export const linksInput = z.object({ selectedBuds: chosenBuds.optional() })
export type LinksInput = z.infer<typeof linksInput>

/** The body of `POST /events/{id}/guests`. */
export const newLinksInput = linksInput.extend(recentPassword)
export type NewLinksInput = z.infer<typeof newLinksInput>
