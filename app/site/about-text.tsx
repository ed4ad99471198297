import { Link } from '@remix-run/react'
import { monthlyPrice, trialDays } from '~/billing/plan'
import type { TextSection } from './text-section'

export const aboutTitle = 'About Budkeeper'

export const aboutIntro =
  'Budkeeper is a notebook for the people in your life: who they are, what they love, and when you meet next.'

export const aboutSections: TextSection[] = [
  {
    id: 'what-for',
    title: 'What it is for',
    body: (
      <>
        <p>
          Most of us care about more people than we can keep in our heads. We know that a friend's daughter
          has an exam this week, until the week is over. We know that a client does not eat fish, until we
          book the table. Forgetting is no lack of affection. It only looks like one.
        </p>
        <p>
          So we made a calm place to write such things down. You keep <strong>buds</strong>: friends, family,
          colleagues and clients, with what they do, what they enjoy and what you last talked about. You
          gather them into <strong>circles</strong>, plan <strong>events</strong> with those who are coming,
          and see in a moment what the people around one table have in common. The rest is up to you, as it
          should be.
        </p>
      </>
    ),
  },
  {
    id: 'how-made',
    title: 'How it is made',
    body: (
      <>
        <p>
          Pages are put together on our server and arrive ready to read, so they open quickly on an old phone
          as well. Forms, lists and searches work with JavaScript switched off. We test with the keyboard
          alone, in both themes and on small screens, because the people you keep close may need Budkeeper
          too.
        </p>
        <p>
          There is no analytics, no advertising and no script of another company. Stripe takes payments and
          Postmark delivers our mails, and neither learns anything about your buds. What you enter can be read
          out through a documented programming interface, so your notes are never trapped here. The{' '}
          <Link to="/privacy-policy">Privacy Policy</Link> says exactly what we hold and where.
        </p>
        <p>
          {`Budkeeper lives from its subscription: ${monthlyPrice}, after ${trialDays} days in which you can try everything without a card. We have no other business with your data.`}
        </p>
      </>
    ),
  },
  {
    id: 'what-not',
    title: 'What it does not do',
    body: (
      <>
        <ul>
          <li>It writes to nobody. Your people never hear from Budkeeper, only from you.</li>
          <li>
            It does not read your address book, your mail or your social networks. It knows what you type.
          </li>
          <li>It sends no reminders. You look into it when you want to, and it keeps quiet otherwise.</li>
          <li>It has no scores, no streaks and no lists of people whom you have neglected.</li>
          <li>
            It shares nothing. There are no teams and no public profiles: your notes are visible to you alone.
          </li>
          <li>It has no artificial intelligence yet. Suggestions are planned, and marked as coming soon.</li>
        </ul>
        <p>
          When you stop paying, nothing of yours is locked or deleted. We would rather be worth coming back
          to.
        </p>
      </>
    ),
  },
  {
    id: 'say-hello',
    title: 'Say hello',
    body: (
      <p>
        The people behind Budkeeper read every message. Tell us what is missing or what is in the way, through
        the <Link to="/contact">contact form</Link>. To see how it feels, choose 'Explore the app' on the{' '}
        <Link to="/login">login page</Link>, or <Link to="/register">make an account</Link>.
      </p>
    ),
  },
]
