/** The features of the plan, listed on the landing page and on the subscription screen. The points are requirements. */
export const planPoints = [
  { label: 'Unlimited buds' },
  { label: 'Advanced circle management' },
  { label: 'Unlimited events' },
  { label: 'Custom fields' },
  { label: 'AI suggestions', isComingSoon: true },
  { label: 'Priority support' },
] as const

export const comingSoon = 'Coming soon'
