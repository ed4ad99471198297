import { z } from 'zod'
import { flag, oneOf } from '~/forms/rules'
import { feedKinds } from './feed'

/** The form of a new feed, and the body of `POST /feeds`. */
export const feedInput = z.object({ kind: oneOf('kind', feedKinds), names: flag('names').default(false) })
export type FeedInput = z.infer<typeof feedInput>
