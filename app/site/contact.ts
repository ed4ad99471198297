/** Constants of the contact form that the browser needs too. The rules are in `contact-input.server.ts`. */
export const messageLength = 5_000
export const enterpriseSubject = 'Enterprise'
export const enterprisePath = '/contact?about=enterprise'
/** Honeypot: a hidden field that only robots fill in. */
export const honeypot = 'website'
