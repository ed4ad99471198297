import { demoEmail } from '../../app/account/users/user'

/** The user of the demo account. */
export const demoUser = {
  Firstname: 'Robin',
  Surname: 'Ashdown',
  Email: demoEmail,
  Location: 'Bristol',
}
