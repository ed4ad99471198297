import { Link } from '@remix-run/react'
import type { TextSection } from './text-section'

export const privacyUpdated = 'May 15, 2025'

/** The fifteen sections of the Privacy Policy. Update them when the software changes. */
export const privacySections: TextSection[] = [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <ul>
        <li>You keep notes about the people in your life. They are yours, and nobody else's to read.</li>
        <li>
          We use what you enter to show it to you again, and for nothing else. We do not sell it, rent it out
          or study it.
        </li>
        <li>There is no analytics, no advertising and no script of another company on this site.</li>
        <li>Card payments are made with Stripe. Your card data never reach us.</li>
        <li>Ask, and we delete your account with everything in it.</li>
      </ul>
    ),
  },
  {
    id: 'who-is-responsible',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          Budkeeper runs this website and the application behind it, and is responsible for the data of its
          users. You reach us through the <Link to="/contact">contact form</Link>, also for everything to do
          with data protection.
        </p>
        <p>Budkeeper is for people aged 18 or over. We do not knowingly keep accounts of anybody younger.</p>
      </>
    ),
  },
  {
    id: 'your-account',
    title: 'What we hold about you',
    body: (
      <>
        <p>Of you as a user we hold</p>
        <ul>
          <li>your first name,</li>
          <li>your surname, if you give one,</li>
          <li>your email address,</li>
          <li>your password, as a hash from which it cannot be read,</li>
          <li>your location, if you write one into your profile.</li>
        </ul>
        <p>
          If you choose a picture, we hold that too. It is made anew from the file that you send, at most 512
          pixels wide and high, so what a camera writes into its files, such as the place, does not stay in
          it.
        </p>
        <p>
          With your account go some facts that come from using it: when it was made, when the trial ends, the
          state of your subscription, whether it is an ordinary, a test or an admin account, the access code
          that you registered with if one was needed, and how many calls you made to the programming interface
          in the last minute that you used it.
        </p>
      </>
    ),
  },
  {
    id: 'your-buds',
    title: 'What you keep about your buds',
    body: (
      <>
        <p>Of each bud we hold what you enter, and nothing that you do not:</p>
        <ul>
          <li>names,</li>
          <li>nicknames,</li>
          <li>relationship type,</li>
          <li>location,</li>
          <li>occupation, and the place of work,</li>
          <li>hobbies,</li>
          <li>preferences in food and drink, with allergies and diets,</li>
          <li>industry, and where you met,</li>
          <li>your own words on when you were last in touch,</li>
          <li>up to five custom fields, which you name and fill yourself.</li>
        </ul>
        <p>
          There is no field for an email address or a phone number, and custom fields refuse email addresses.
          We add when a bud was entered, and fetch nothing about anybody from elsewhere.
        </p>
      </>
    ),
  },
  {
    id: 'your-circles-and-events',
    title: 'Your circles and events',
    body: (
      <>
        <p>
          Of a circle we hold its name, its description and its member buds, and also its short name, type and
          location and its milestones, each a date and a few words.
        </p>
        <p>
          Of an event we hold the attendees, and its name, description, type, location, start and end. The
          people you note as members or attendees are not told and not invited by us.
        </p>
      </>
    ),
  },
  {
    id: 'people-you-write-about',
    title: 'The people you write about',
    body: (
      <>
        <p>
          You decide what you write about others, and we hold it on your behalf. Allergies, diets and where
          you met can say something about health or belief. Please note only what you need, and what you would
          be content for the person to read.
        </p>
        <p>
          Keeping notes on friends and family for yourself is a private matter. Keeping them for your work
          usually is not: data protection law may then make you responsible towards the people concerned, for
          instance when they ask what you hold about them.
        </p>
        <p>
          If you believe that somebody keeps notes about you in Budkeeper, please speak to them first. You may
          also <Link to="/contact">write to us</Link>, and we deal with it as the law requires.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we hold it',
    body: (
      <>
        <p>The law asks for a reason for each use of personal data. Ours are these:</p>
        <ul>
          <li>
            <strong>Our agreement with you.</strong> We cannot show you your buds without storing them, log
            you in without your email address, or keep a subscription without its state.
          </li>
          <li>
            <strong>Keeping Budkeeper safe and running.</strong> This is our legitimate interest in slowing
            down people who guess passwords, and in a technical log that lets us find faults.
          </li>
          <li>
            <strong>The law itself,</strong> which has us keep records of payments for tax.
          </li>
        </ul>
        <p>
          Nothing that you enter is used to make decisions about you or your buds, to build profiles, or to
          train artificial intelligence. AI suggestions are announced, but they do not exist yet; before they
          do, this page will say how they work.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who can see it',
    body: (
      <>
        <p>
          <strong>Contact data is visible only to its owner.</strong> No other user can see your buds, circles
          and events, and there is no way of sharing them. You are the only one to whom Budkeeper shows your
          picture.
        </p>
        <p>
          Our admins see the accounts: names, email addresses and whether an account is a test account, and
          which address used which access code. No screen of the admin area shows anybody's buds, circles or
          events.
        </p>
        <p>
          Budkeeper is not encrypted from end to end: those who look after the server could reach its
          database. They do so only where running or repairing Budkeeper needs it, or where the law compels us
          to.
        </p>
        <p>
          <strong>The demo account is shared.</strong> What anybody enters after 'Explore the app' can be read
          by everybody who looks around, until the sample records replace it, which they do every hour. Please
          enter nothing about real people there.
        </p>
      </>
    ),
  },
  {
    id: 'protection',
    title: 'How it is protected',
    body: (
      <>
        <ul>
          <li>Passwords are stored as argon2id hashes. Nobody can read yours, and we cannot either.</li>
          <li>
            Logging in gives your browser a random key, of which we store only a hash. A login that is not
            used for 30 days ends by itself.
          </li>
          <li>
            A link for a new password works once, within one hour. A new password logs out every device, and
            you are told by email. A new email address is used once it is confirmed by a link that we send
            there, and the old address is told.
          </li>
          <li>
            Every look-up and every change of buds, circles and events names their owner, so one account
            cannot reach into another.
          </li>
          <li>After a few wrong passwords each further try has to wait.</li>
          <li>
            Pages of your account are not left in the browser's cache, requests that other sites try to make
            in your name are refused, and your browser is told to run no scripts but ours.
          </li>
        </ul>
        <p>
          Your data lies in a database on the server that Budkeeper runs on: PostgreSQL, or on a small
          installation one that is embedded in Budkeeper itself. No protection is perfect. If something should
          happen to your data that puts you at risk, we tell you, and the authorities where the law says so.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and what your browser keeps',
    body: (
      <>
        <p>We use only what Budkeeper needs to work, which is why there is no banner to click away.</p>
        <ul>
          <li>
            <code>session</code>, a cookie, keeps you logged in. It lasts 30 days, begins anew while you use
            Budkeeper, and goes when you log out.
          </li>
          <li>
            <code>browser</code>, a cookie, is set when you log in and lasts one year. It holds a random
            number and, as hashes, which accounts have logged in from this browser, so that somebody who
            guesses at your password from elsewhere cannot keep you out.
          </li>
          <li>
            <code>toast</code>, a cookie, carries a short message such as 'Login successful' to the next page
            and goes when it has been shown.
          </li>
          <li>
            <code>darkTheme</code>, in your browser's local storage, remembers whether you chose the dark or
            the light theme. It is not sent to us.
          </li>
          <li>
            Your browser's session storage remembers how far you had scrolled, until you close the tab. That
            is not sent to us either. Your browser may also keep your own profile picture in its cache.
          </li>
        </ul>
        <p>
          Fonts, styles and scripts come from this site alone. A picture in a blog article may come from
          another site, which then sees that your browser asked for it. The share buttons open another
          company's page only when you press them.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    body: (
      <>
        <p>
          Payments are made on the pages of Stripe, which handles your card data under its{' '}
          <a href="https://stripe.com/gb/privacy">own privacy policy</a>. We never receive them. Stripe learns
          your email address and the number of your account here, and we learn whether a payment went through.
        </p>
        <p>
          We store what Stripe calls you, your subscription and your last checkout, its state, the end of the
          period that is paid for, and whether it renews. The trial needs no card, and we tell Stripe nothing
          about you before you choose to subscribe. Nothing that you enter about your buds goes to Stripe.
        </p>
      </>
    ),
  },
  {
    id: 'email',
    title: 'Email and messages to us',
    body: (
      <>
        <p>
          We write to you about your account only: a link for a new password or address, a changed password or
          address, and what concerns your trial and your payments. These mails go out through Postmark, which
          handles your address and the text of the mail under its{' '}
          <a href="https://postmarkapp.com/privacy-policy">own privacy policy</a>. We put no tracking pictures
          into them. There are no advertising mails.
        </p>
        <p>
          What you write in the contact form comes to us as a mail, by the same way, with the address that you
          give for the answer. Budkeeper itself keeps it until the mail has gone out, at most three days, and
          a hash of it for a day, so that a form that is sent twice is one mail. The newsletter box on the
          blog sends and stores nothing so far.
        </p>
        <p>
          Stripe and Postmark also work in the United States and other countries. Where they handle data
          outside of the United Kingdom, the law asks them for safeguards, which their policies describe.
        </p>
      </>
    ),
  },
  {
    id: 'logs',
    title: 'Logs and the guard against guessing',
    body: (
      <>
        <p>
          For each request the server writes a line to its log: when it came, how, which page it asked for,
          and how long the answer took. No line holds a password, a cookie, the text of a mail, an IP address,
          what you searched for or the contents of a record.
        </p>
        <p>
          To slow down guessing and floods, the database counts tries at logging in, registering, opening the
          demo account and sending the contact form by network address, tries at an account by a hash of its
          email address, and links that we mail by a hash of the address or the account. Such a count is
          worthless an hour after the first try (a day for mailed links and the contact form), and is then
          deleted, as a rule within the next hour. The address that a reset link was asked for is kept until
          it is looked up, which takes seconds.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>
            <strong>Your account and your records:</strong> until you delete them or have us do so. You can
            delete each bud, circle and event yourself at any time, and it is gone from the database at once.
          </li>
          <li>
            <strong>After a trial or a subscription:</strong> just as before. Nothing is locked and nothing is
            deleted because you do not pay.
          </li>
          <li>
            <strong>A new email address:</strong> until you confirm it or take it back, at most for a day or
            so.
          </li>
          <li>
            <strong>Logins:</strong> until you log out, or 30 days after you last used them.
          </li>
          <li>
            <strong>Copies in backups:</strong> until the backup is replaced by a newer one.
          </li>
          <li>
            <strong>Which mails we sent you, and when:</strong> for 90 days, without their text. An address
            that mails come back from: until it works again.
          </li>
          <li>
            <strong>Records of payments:</strong> as long as tax law asks for them.
          </li>
        </ul>
        <p>
          There is no button for deleting an account. Ask through the <Link to="/contact">contact form</Link>,
          giving the account's email address. When we are sure that it is you who asks, we delete the account,
          and with it go its buds, circles, events, picture and logins.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights, changes and contact',
    body: (
      <>
        <p>
          You have the right to see what we hold about you, to have it corrected or deleted, to receive it in
          a form that programs can read, and to object to or restrict how we use it. Much of that you can do
          yourself: your profile and all of your records can be read and changed in Budkeeper, and read out
          through its programming interface. For the rest <Link to="/contact">write to us</Link>. It costs
          nothing, and we answer within one month.
        </p>
        <p>
          If you are not content with our answer, you may complain to the Information Commissioner's Office at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>, or to the authority of the country
          where you live.
        </p>
        <p>
          When what we do with data changes, we change this page and the date at its top. If the change
          matters to you, we tell you by email before it applies.
        </p>
      </>
    ),
  },
]
