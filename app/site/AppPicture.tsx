/** Screenshots made by `npm run pictures`. */
const screenshotUrls = import.meta.glob<string>('./pictures/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
})

const themes = ['light', 'dark'] as const
const shapes = {
  desktop: { width: 1120, height: 800, widths: [800, 1600] },
  phone: { width: 360, height: 480, widths: [720] },
}

type Props = { name: string; alt: string; sizes: string; hasPhone?: boolean }

/** A screenshot in the page's theme. CSS hides the other theme, and browsers lazy-load only visible images. */
export function AppPicture({ name, alt, sizes, hasPhone = false }: Props) {
  const { width, height } = shapes.desktop
  return (
    <div className="app-picture">
      {themes.map((theme) => (
        <picture className={`in-${theme}`} key={theme}>
          {hasPhone && (
            <source
              media="(max-width: 700px)"
              srcSet={sourcesOf(name, theme, 'phone')}
              width={shapes.phone.width}
              height={shapes.phone.height}
            />
          )}
          <img
            srcSet={sourcesOf(name, theme, 'desktop')}
            sizes={sizes}
            alt={alt}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
          />
        </picture>
      ))}
    </div>
  )
}

function sourcesOf(name: string, theme: string, shape: keyof typeof shapes) {
  return shapes[shape].widths
    .map((width) => `${screenshotUrls[`./pictures/${name}-${shape}-${theme}-${width}.avif`]} ${width}w`)
    .join(', ')
}
