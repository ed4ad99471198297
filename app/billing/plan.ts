/** What Budkeeper costs a month and how long its trial runs. Whatever names the price or the trial reads it from here. */
export const pricePence = 495
export const trialDays = 14

/** In words. */
export const price = `£${(pricePence / 100).toFixed(2)}`
export const monthlyPrice = `${price} a month`
