/**
 * Price of a month and length of the trial. Every text, mail and test reads them from here. After a change, update the
 * date of the terms (`app/site/terms.md` and its test), the pictures of the README (`npm run pictures`), and, in the
 * admin area, the posts that name the old numbers.
 */
export const pricePence = 495
export const trialDays = 14

export const price = `£${(pricePence / 100).toFixed(2)}`
export const monthlyPrice = `${price} a month`
