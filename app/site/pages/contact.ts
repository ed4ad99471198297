/** Constants of the contact form for browser and server. The rules are in `contact-input.server.ts`. */
export const messageLength = 5_000
export const enterpriseSubject = 'Enterprise'
export const enterprisePath = '/contact?about=enterprise'
/** Honeypot: a hidden field that only robots fill in. */
export const honeypot = 'website'
