import type { Screenshot } from './screenshots'

const themes = ['light', 'dark'] as const

type Props = { of: Screenshot; alt: string; sizes: string }

/** A screenshot in the page's theme. CSS hides the other theme, and browsers lazy-load only visible images. */
export function AppPicture({ of, alt, sizes }: Props) {
  return (
    <div className="app-picture">
      {themes.map((theme) => (
        <picture className={`in-${theme}`} key={theme}>
          {of.phone && (
            <source media="(max-width: 700px)" srcSet={of.phone[theme]} width="360" height="480" />
          )}
          <img
            srcSet={of.desktop[theme]}
            sizes={sizes}
            alt={alt}
            width="1120"
            height="800"
            loading="lazy"
            decoding="async"
          />
        </picture>
      ))}
    </div>
  )
}
