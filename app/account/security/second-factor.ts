/** With the fragment, so that without JavaScript the browser shows the section and not the top of the screen. */
export const secondFactorPath = '/dashboard/security#second-factor'
