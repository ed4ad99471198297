import { Link } from '@remix-run/react'

export default function Landing() {
  return (
    <main>
      <h1>Budkeeper</h1>
      <Link to="/register">Get Started Free</Link>
      <Link to="/login">Login</Link>
    </main>
  )
}
