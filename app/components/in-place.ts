/** A field of forms whose response has all that changes on the page, so that no loader runs again. */
export const inPlaceField = 'inPlace'
