/** The index of the entry of the history that is shown, as the router counts them. */
export const entryNow = (): number => globalThis.history?.state?.idx ?? 0
