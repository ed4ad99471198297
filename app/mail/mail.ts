/** Owed, taken by a process that sends it, and how that ended. */
export const mailStates = ['owed', 'taken', 'sent', 'dropped'] as const
export type MailState = (typeof mailStates)[number]
