import { useEffect, useRef } from 'react'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { box, type Drawing, linesIn, nameLines } from './drawing'

type Props = { id: string; drawing: Drawing }

/** The list beside it says the same. */
export function RelationDrawing({ id, drawing }: Props) {
  const { width, height, places, edges } = drawing
  const section = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is in another place
  useEffect(() => showInMiddle(section.current, '.self'), [id])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className="relation-drawing" aria-label="Drawing" tabIndex={0} ref={section}>
      <div>
        <svg
          width={width + 4}
          height={height + 4}
          viewBox={`-2 -2 ${width + 4} ${height + 4}`}
          aria-hidden="true"
          focusable="false"
        >
          {edges.map(({ path, kind }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a drawing stay
            <path key={n} className={kind} d={path} />
          ))}
          {places.map(({ person, x, y }) => (
            <svg key={person._id} aria-hidden="true" x={x} y={y} width={box.width} height={box.height}>
              <rect
                className={person._id === id ? 'self' : undefined}
                x="1"
                y="1"
                width={box.width - 2}
                height={box.height - 2}
                rx="8"
              />
              {nameLines(person).map((name, n, { length }) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: first name and surname
                <text key={n} x="39" y={box.height / 2 + (n - (length - 1) / 2) * 18}>
                  {name}
                </text>
              ))}
            </svg>
          ))}
        </svg>
        <Faces drawing={drawing} />
      </div>
    </section>
  )
}

/** Scrolls a box sideways, so that what is chosen in it stands in its middle. */
function showInMiddle(box: HTMLElement | null, selector: string) {
  const chosen = box?.querySelector(selector)?.getBoundingClientRect()
  if (!box || !chosen) return
  const { left, width } = box.getBoundingClientRect()
  box.scrollLeft += chosen.left + chosen.width / 2 - left - width / 2
}

/** Over the boxes: SVG has no place for a drawn face, and a page no style of its own for each place. */
const Faces = ({ drawing }: Pick<Props, 'drawing'>) => (
  <div className="relation-faces">
    {linesIn(drawing).map(({ line, halfSteps, isLast, people }) => (
      <div key={line} className={isLast ? 'last' : undefined}>
        {Array.from({ length: halfSteps }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
          <i key={n} />
        ))}
        {people.map((person) => (
          <span key={person._id}>
            <BudPortrait bud={person} size="small" />
          </span>
        ))}
      </div>
    ))}
  </div>
)
