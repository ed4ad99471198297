/** The link of an empty screen that fills as buds do. */
export const budLink = (hasBuds: boolean) =>
  hasBuds ? { label: 'Choose a bud', to: '/dashboard' } : { label: 'Add Bud', to: '/dashboard/AddBud' }
