/** An illustration of a seedling, for empty lists and error pages. With `hasFallen`, its bud lies on the ground. */
export function Seedling({ hasFallen = false }) {
  const width = hasFallen ? 200 : 160
  return (
    <svg className="drawing" viewBox={`0 0 ${width} 120`} width={width} height="120" aria-hidden="true">
      <circle className="tint" cx="80" cy="56" r="52" />
      <path className="line" d="M80 100V58" />
      <path className="leaf" d="M80 74c0-17 10-27 28-28 0 18-10 28-28 28Z" />
      <path className="leaf pale" d="M80 84c0-14-9-23-25-24 0 15 9 24 25 24Z" />
      <circle className={hasFallen ? 'gone' : 'seed'} cx="80" cy="44" r="9" />
      {hasFallen && <circle className="seed" cx="148" cy="94" r="9" />}
      <path className="line ground" d={`M28 104h${width - 56}`} />
    </svg>
  )
}
