/** Words and limits of the contact form that the browser may know; the rules stand in `contact-input.server.ts`. */
export const messageLength = 5_000
export const enterpriseSubject = 'Enterprise'
export const enterpriseAddress = '/contact?about=enterprise'
/** A field that people do not see: what stands in it, a robot wrote. */
export const trap = 'website'
