/** The intent of the button 'Submit and add another', and the query parameter with the id of the record it has added. */
export const anotherIntent = 'another'
export const addedParameter = 'added'
