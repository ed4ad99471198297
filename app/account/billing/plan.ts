/**
 * Price of a month and length of the trial. Every text, mail and test reads them from here. After a change, update the
 * date of the terms (`app/site/pages/terms.md` and `tests/site/pages/public-pages.test.ts`). `npm run pictures` renews the pictures
 * before a release. On each server, the posts that name the old price or length must be edited in the admin area.
 */
export const pricePence = 495
export const trialDays = 14

export const price = `£${(pricePence / 100).toFixed(2)}`
export const monthlyPrice = `${price} a month`
