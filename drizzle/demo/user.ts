/** The owner of the demo account. */
export const demoUser = {
  Firstname: 'Robin',
  Surname: 'Ashdown',
  Email: 'demo@budkeeper.example',
  Location: 'Bristol',
}
