/**
 * Price of a month and length of the trial. Every text, mail and test reads them from here. After a change,
 * `npm run pictures` takes the pictures of the README again.
 */
export const pricePence = 495
export const trialDays = 14

export const price = `£${(pricePence / 100).toFixed(2)}`
export const monthlyPrice = `${price} a month`
