import { Link } from '@remix-run/react'
import { monthlyPrice, trialDays } from '~/billing/plan'
import type { TextSection } from './text-section'

export const termsUpdated = 'May 2, 2025'

/** The sixteen sections of the Terms and Conditions. Update them when the software changes. */
export const termsSections: TextSection[] = [
  {
    id: 'agreement',
    title: 'Who these terms are between',
    body: (
      <>
        <p>
          These terms are the agreement between you and Budkeeper, which runs this website, the application
          behind it and its programming interface. Where we write 'we' or 'us', we mean Budkeeper.
        </p>
        <p>
          By making an account you accept these terms. If you do not accept them, please make none; the
          landing page and the blog are open to you all the same. How personal data is handled stands in the{' '}
          <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Who may use Budkeeper',
    body: (
      <>
        <p>
          Budkeeper is for people aged 18 or over. By making an account you confirm that you are. We do not
          ask for documents, but we close accounts that we learn belong to somebody younger.
        </p>
        <p>
          You may use Budkeeper for your private life, for your work, or for both. If you use it for an
          organisation, you confirm that you may accept these terms on its behalf.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          An account needs a first name, an email address and a password of at least 8 characters; very common
          passwords are refused. At times registration also needs an access code, and each code works once.
        </p>
        <ul>
          <li>
            Use an email address that is yours and that you read. It is how a forgotten password is replaced,
            and where we write to you about your trial and your payments.
          </li>
          <li>
            An account is for one person. Do not share your password, and choose one you use nowhere else.
          </li>
          <li>
            If you think that somebody else has got in, <Link to="/forgot-password">reset your password</Link>{' '}
            at once. That logs out every device. Then tell us through the{' '}
            <Link to="/contact">contact form</Link>.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'demo',
    title: 'The demo account',
    body: (
      <>
        <p>
          'Explore the app' opens a demo account without registration. It is shared: everybody who looks
          around sees the same records and can change them.
        </p>
        <p>
          Every hour the sample records replace whatever has been entered there. Never enter anything about
          real people there. The profile, password, picture and subscription of the demo account cannot be
          changed, and we may take it away.
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'What you keep stays yours',
    body: (
      <>
        <p>
          The buds, circles and events that you enter are yours. You allow us to store them, to make backups
          of them and to show them to you, so that Budkeeper can do its work. We use them for nothing else.
        </p>
        <p>
          Contact data is visible only to its owner. No other user can see it, and no screen of the admin area
          shows it. The Privacy Policy says <Link to="/privacy-policy#who-sees-it">who can see what</Link>.
        </p>
        <p>
          The name Budkeeper, its mark, the software and the articles of the blog are ours. You are welcome to
          link to them, and to quote the articles if you say where they come from.
        </p>
      </>
    ),
  },
  {
    id: 'people',
    title: 'The people you write about',
    body: (
      <>
        <p>
          You decide what you write about others, and you answer for it. A good measure is whether you would
          be content for them to read it.
        </p>
        <ul>
          <li>Keep only what you have a good and lawful reason to keep, and delete what is out of date.</li>
          <li>
            Allergies, diets and where you met can say something about a person's health or belief. Note such
            things to be considerate, for instance when you cook for somebody, and for no other purpose.
          </li>
          <li>
            Do not keep passwords, card numbers or identity documents of anybody in Budkeeper. Custom fields
            take no email addresses.
          </li>
          <li>
            If you keep people for your work, data protection law may make you responsible towards them. Using
            Budkeeper does not take that from you.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <>
        <p>Please use Budkeeper for what it is made for. You may not use it to</p>
        <ul>
          <li>
            harass, stalk, discriminate against or defraud anybody, or to break the law in any other way;
          </li>
          <li>get into other people's accounts or records, or try to;</li>
          <li>disturb or overload it, or get round its limits;</li>
          <li>sell it on, or let others use your account.</li>
        </ul>
        <p>
          Attempts to log in and calls to the programming interface are limited. We may slow down or suspend
          an account that breaks these rules, and we write to you about it where we can. If you find a
          weakness in Budkeeper, please tell us through the <Link to="/contact">contact form</Link> before you
          tell others.
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    title: 'The free trial',
    body: (
      <>
        <p>
          {`A new account begins with a free trial of ${trialDays} days, counted from the moment of registration. It has everything that the plan has, and needs no card.`}
        </p>
        <p>
          The trial never turns into a paid subscription by itself: you pay only if you subscribe. If you
          subscribe before it is over, the whole days that are left stay free. There is one trial for each
          person.
        </p>
      </>
    ),
  },
  {
    id: 'price',
    title: 'Price and payment',
    body: (
      <>
        <p>
          {`There is one plan. It costs ${monthlyPrice}, is paid in advance for each month, and renews every month until you cancel it. Arrangements for organisations are agreed separately.`}
        </p>
        <p>
          Payments are taken by Stripe, on Stripe's own pages and under Stripe's terms. Your card data never
          reach us. If a payment fails, a banner in your account says so and you can give another card.
        </p>
        <p>
          If the price changes, we tell you by email before it does. The new price applies to the months after
          that, so you can cancel first.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling and resuming',
    body: (
      <>
        <p>
          You can cancel at any time on the subscription page of your account. The subscription then ends with
          the month that is paid for. Until that day you can resume it with one button.
        </p>
        <p>
          We do not pay back parts of a month, unless the law gives you a right to it. If you are a consumer,
          the law gives you 14 days to change your mind after you have subscribed; write to us within them
          through the <Link to="/contact">contact form</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'after',
    title: 'When a subscription ends',
    body: (
      <p>
        When your trial or your subscription ends, nothing that you have entered is locked and nothing is
        deleted. A banner asks you to subscribe. You can go on reading, changing and deleting your records,
        you can subscribe again, and you can have your account closed.
      </p>
    ),
  },
  {
    id: 'to-come',
    title: 'What is still to come',
    body: (
      <p>
        AI suggestions, such as talking points and ideas for a circle's next event, are announced as coming
        soon. They are planned and not part of Budkeeper yet, so please do not subscribe for their sake alone.
        The newsletter box on the blog is not connected either: whatever you type there is not sent.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and your own care',
    body: (
      <>
        <p>
          We look after Budkeeper with reasonable care and skill, but no service runs without interruption.
          Repairs, updates and faults of others may keep you from your records for a while.
        </p>
        <p>
          Budkeeper sends no reminders of events or birthdays, so do not rely on it where a missed date would
          do harm. Keep your own copy of what you could not do without. There is no export button; the
          programming interface can read out everything that you have entered.
        </p>
        <p>
          We improve Budkeeper as we go, so screens and features change. If we ever take away something that
          the plan is sold with, we tell you beforehand.
        </p>
      </>
    ),
  },
  {
    id: 'closing',
    title: 'Closing your account',
    body: (
      <>
        <p>
          There is no button for closing an account. Ask us through the{' '}
          <Link to="/contact">contact form</Link>, giving the email address of the account. Once we are sure
          that it is you who asks, we end a running subscription and delete the account with its buds,
          circles, events and picture. That cannot be undone.
        </p>
        <p>
          We may close an account that breaks these terms badly or repeatedly. If we should ever stop running
          Budkeeper, we tell you by email in good time for you to take your records with you, and you pay for
          no month that you can no longer use.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <>
        <p>
          Nothing in these terms limits what the law does not allow to be limited: our responsibility for
          death or injury caused by our negligence, for fraud, and your rights as a consumer.
        </p>
        <p>
          If you use Budkeeper as a consumer, we answer for loss that is a foreseeable result of our breaking
          these terms or failing to take reasonable care. We do not answer for loss that neither of us could
          foresee, and not for business loss.
        </p>
        <p>
          If you use Budkeeper for business, we do not answer for lost profit, lost contracts or other
          indirect loss, and for everything else together up to what you have paid us in the twelve months
          before.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Changes, law and contact',
    body: (
      <>
        <p>
          We may change these terms. The date at the top of this page says when that last happened. If a
          change takes rights from you or adds duties, we tell you by email before it applies; if you do not
          agree, you can cancel and have your account closed. If one part of these terms should be invalid,
          the others stand.
        </p>
        <p>
          These terms are governed by the law of England and Wales, and its courts decide disputes. If you are
          a consumer and live in Scotland or Northern Ireland you may also go to the courts there, and
          wherever you live you keep the protection that the law there gives you as a consumer.
        </p>
        <p>
          You reach us through the <Link to="/contact">contact form</Link>. If something went wrong, please
          tell us first. Most things can be put right with a message.
        </p>
      </>
    ),
  },
]
