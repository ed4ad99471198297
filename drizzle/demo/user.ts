/** The owner of the demo account. */
export const demoUser = {
  Firstname: 'Robin',
  Surname: 'Ashdown',
  Email: 'demo@budkeeper.example',
  Location: 'Bristol',
}

export const isDemo = ({ Email }: { Email: string }) => Email.toLowerCase() === demoUser.Email
