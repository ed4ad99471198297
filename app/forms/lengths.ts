/** How long texts may be, for the rules and for the fields of the screens. */
export const nameLength = 100
export const emailLength = 254
export const descriptionLength = 2_000
export const searchLength = 100
export const addressLength = 2_000
