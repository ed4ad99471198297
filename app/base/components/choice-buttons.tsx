export type Choice = { name: string; options: readonly { value: string; label: string }[] }
type ChoiceProps = Choice & { className: string; disabled?: boolean }

/** Buttons that submit a form with a value each. */
export const ChoiceButtons = ({ name, options, ...props }: ChoiceProps) =>
  options.map(({ value, label }) => (
    <button key={value} type="submit" name={name} value={value} {...props}>
      {label}
    </button>
  ))
