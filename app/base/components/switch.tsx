import './switch.css'

type Props = {
  name: string
  isOn: boolean
  label: string
  /** The id of the element that describes the switch. */
  describedBy?: string
}

/** A submit button that looks like a switch and submits the opposite of `isOn`. */
export function Switch({ name, isOn, label, describedBy }: Props) {
  return (
    <button
      type="submit"
      className="switch"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={describedBy}
      name={name}
      value={String(!isOn)}
    />
  )
}
