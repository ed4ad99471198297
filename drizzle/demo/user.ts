import { demoEmail } from '../../app/accounts/account'

/** The owner of the demo account. */
export const demoUser = {
  Firstname: 'Robin',
  Surname: 'Ashdown',
  Email: demoEmail,
  Location: 'Bristol',
}
