import { wholeNumberOrNull } from '~/base/forms/rules'
import { cadenceMaximum } from './bud'

/** The rule for `cadenceDays` of a bud or a circle (product 18.2). */
export const cadenceDays = wholeNumberOrNull('Keep in touch', 1, cadenceMaximum, 'days')
