import budsDark800 from '~/site/pages/pictures/buds-desktop-dark-800.avif'
import budsDark1600 from '~/site/pages/pictures/buds-desktop-dark-1600.avif'
import budsLight800 from '~/site/pages/pictures/buds-desktop-light-800.avif'
import budsLight1600 from '~/site/pages/pictures/buds-desktop-light-1600.avif'
import calendarDark800 from '~/site/pages/pictures/calendar-desktop-dark-800.avif'
import calendarDark1600 from '~/site/pages/pictures/calendar-desktop-dark-1600.avif'
import calendarLight800 from '~/site/pages/pictures/calendar-desktop-light-800.avif'
import calendarLight1600 from '~/site/pages/pictures/calendar-desktop-light-1600.avif'
import calendarPhoneDark from '~/site/pages/pictures/calendar-phone-dark-720.avif'
import calendarPhoneLight from '~/site/pages/pictures/calendar-phone-light-720.avif'

type Themes = { light: string; dark: string }
/** The `srcset` of a screenshot in each theme. `phone` is for narrow windows. */
export type Screenshot = { desktop: Themes; phone?: Themes }

const desktop = (small: string, large: string) => `${small} 800w, ${large} 1600w`

/** `npm run pictures` makes the files. */
export const screenshots = {
  buds: {
    desktop: { light: desktop(budsLight800, budsLight1600), dark: desktop(budsDark800, budsDark1600) },
  },
  calendar: {
    desktop: {
      light: desktop(calendarLight800, calendarLight1600),
      dark: desktop(calendarDark800, calendarDark1600),
    },
    phone: { light: `${calendarPhoneLight} 720w`, dark: `${calendarPhoneDark} 720w` },
  },
}
