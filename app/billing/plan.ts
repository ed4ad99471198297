/**
 * Price of a month and length of the trial. Every text, mail and test reads them from here; stored posts keep the old
 * numbers. After a change, update the date in `app/site/terms.md`, and the pictures with `npm run pictures`.
 */
export const pricePence = 495
export const trialDays = 14

export const price = `£${(pricePence / 100).toFixed(2)}`
export const monthlyPrice = `${price} a month`
