import './switch.css'

type Props = {
  name: string
  isOn: boolean
  label: string
  /** The id of what it is about. */
  describedBy?: string
}

/** A button of a form that looks like a switch, and sends what it would be. */
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
