import budsDark800 from './pictures/buds-desktop-dark-800.avif'
import budsDark1600 from './pictures/buds-desktop-dark-1600.avif'
import budsLight800 from './pictures/buds-desktop-light-800.avif'
import budsLight1600 from './pictures/buds-desktop-light-1600.avif'
import calendarDark800 from './pictures/calendar-desktop-dark-800.avif'
import calendarDark1600 from './pictures/calendar-desktop-dark-1600.avif'
import calendarLight800 from './pictures/calendar-desktop-light-800.avif'
import calendarLight1600 from './pictures/calendar-desktop-light-1600.avif'
import calendarPhoneDark from './pictures/calendar-phone-dark-720.avif'
import calendarPhoneLight from './pictures/calendar-phone-light-720.avif'

/** The `srcset` of a screenshot in each theme. `phone` is for narrow windows. */
export type Screenshot = { desktop: Themes; phone?: Themes }
type Themes = { light: string; dark: string }

/** `npm run pictures` makes the files. */
export const screenshots = {
  buds: {
    desktop: {
      light: `${budsLight800} 800w, ${budsLight1600} 1600w`,
      dark: `${budsDark800} 800w, ${budsDark1600} 1600w`,
    },
  },
  calendar: {
    desktop: {
      light: `${calendarLight800} 800w, ${calendarLight1600} 1600w`,
      dark: `${calendarDark800} 800w, ${calendarDark1600} 1600w`,
    },
    phone: { light: `${calendarPhoneLight} 720w`, dark: `${calendarPhoneDark} 720w` },
  },
}
