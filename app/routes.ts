import { index, prefix, type RouteConfig, route } from '@remix-run/route-config'

/** Every address of the specification and the module that answers it, in its order. Letter case does not matter. */
export default [
  index('routes/public/landing.tsx'),
  route('register', 'routes/public/register.tsx'),
  route('login', 'routes/public/login.tsx'),
  route('forgot-password', 'routes/public/forgot-password.tsx'),
  route('reset-password/:token', 'routes/public/reset-password.tsx'),
  route('logout', 'routes/public/logout.ts'),

  route('dashboard', 'routes/dashboard/layout.tsx', [
    index('routes/dashboard/Buds.tsx'),
    route('AddBud', 'routes/dashboard/AddBud.tsx'),
    route('EditBud/:id', 'routes/dashboard/EditBud.tsx'),
    route('DeleteBud/:id', 'routes/dashboard/DeleteBud.tsx'),
    route('AllCircles', 'routes/dashboard/AllCircles.tsx'),
    route('AddCircle', 'routes/dashboard/AddCircle.tsx'),
    route('EditCircle/:id', 'routes/dashboard/EditCircle.tsx'),
    route('DeleteCircle/:id', 'routes/dashboard/DeleteCircle.tsx'),
    route('AllEvents', 'routes/dashboard/AllEvents.tsx'),
    route('AddEvent', 'routes/dashboard/AddEvent.tsx'),
    route('EditEvent/:id', 'routes/dashboard/EditEvent.tsx'),
    route('DeleteEvent/:id', 'routes/dashboard/DeleteEvent.tsx'),
    route('profile', 'routes/dashboard/profile.tsx'),
  ]),
  route('avatars/:hash', 'routes/dashboard/avatar.ts'),

  ...prefix('api/v1', [
    route('auth/register', 'routes/api/v1/auth.register.ts'),
    route('auth/login', 'routes/api/v1/auth.login.ts'),
    route('auth/demo', 'routes/api/v1/auth.demo.ts'),
    route('auth/logout', 'routes/api/v1/auth.logout.ts'),
    route('auth/forgot-password', 'routes/api/v1/auth.forgot-password.ts'),
    route('auth/reset-password/:token', 'routes/api/v1/auth.reset-password.ts'),
    route('settings/registration', 'routes/api/v1/settings.registration.ts'),
    route('users/current-user', 'routes/api/v1/users.current-user.ts'),
    route('users/update-user', 'routes/api/v1/users.update-user.ts'),
    route('buds', 'routes/api/v1/buds.ts'),
    route('buds/:id', 'routes/api/v1/bud.ts'),
    route('circles', 'routes/api/v1/circles.ts'),
    route('circles/:id', 'routes/api/v1/circle.ts'),
    route('events', 'routes/api/v1/events.ts'),
    route('events/:id', 'routes/api/v1/event.ts'),
    route('*', 'routes/api/v1/unknown.ts'),
  ]),
  route('dev/mail', 'routes/public/dev-mail.tsx'),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
