/** The features of the plan, on the landing page and the subscription screen. The specification lists them. */
export const planPoints = [
  { label: 'Unlimited buds' },
  { label: 'Advanced circle management' },
  { label: 'Unlimited events' },
  { label: 'Custom fields' },
  { label: 'AI suggestions', isComingSoon: true },
  { label: 'Priority support' },
] as const

export const comingSoon = 'Coming soon'
