/** The text with its first letter as a capital, like a label of the screens. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
