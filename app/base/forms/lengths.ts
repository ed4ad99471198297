/** Maximum lengths of texts, for schemas and form fields. */
export const nameLength = 100
export const emailLength = 254
export const descriptionLength = 2_000
export const searchLength = 100
export const urlLength = 2_000
