import { monthlyPrice, price, trialDays } from '~/billing/plan'
import { planPoints } from '~/billing/plan-points'
import type { PickerBud } from '~/buds/bud-picker'
import type { IconName } from '~/components/icons'
import { enterprisePath } from './contact'

/** Texts of the landing page. The price, the points of the plan and the buttons of the hero are requirements. */
export const hero = {
  /** JavaScript types the words in turn. The last word is also in the HTML. */
  headline: { start: 'Stay close to your', words: ['friends', 'family', 'colleagues', 'clients', 'people'] },
  sentence:
    'Who they are, what they love, when you meet next: Budkeeper remembers it, so that you can be there for them.',
  register: { label: 'Get Started Free', to: '/register' },
  login: { label: 'Login', to: '/login' },
  plan: `${monthlyPrice}, ${trialDays} days free. No card needed to start.`,
} as const

type Feature = { icon: IconName; title: string; text: string; isComingSoon?: boolean }

export const features: { title: string; sentence: string; tiles: Feature[] } = {
  title: 'A well-kept notebook for your people',
  sentence: 'It keeps the details, so that you can be the friend, relative or colleague you mean to be.',
  tiles: [
    {
      icon: 'buds',
      title: 'Buds',
      text: 'Everyone you care about has a page: family, friends, colleagues, clients. Their work, their hobbies and what you last talked about are there when you need them.',
    },
    {
      icon: 'circle',
      title: 'Circles',
      text: 'Gather your buds as life does: the book club, the old team, the cousins. Each circle keeps its members, and the milestones you have shared.',
    },
    {
      icon: 'event',
      title: 'Events',
      text: 'Plan a supper, a meeting or a weekend away, and note who is coming. Everything has its place in your calendar, and every name leads back to the person.',
    },
    {
      icon: 'pen',
      title: 'Custom fields',
      text: 'A birthday, the name of the dog, how they take their tea. Give each bud up to five fields of your own for what no form has thought of.',
    },
    {
      icon: 'shield',
      title: 'Yours alone',
      text: 'What you write about people is visible only to you. There is no advertising, no analytics and no one looking over your shoulder.',
    },
    {
      icon: 'sparkle',
      title: 'AI suggestions',
      text: "Talking points before you meet, and ideas for a circle's next event. We are working on it, and will take our time to do it with care.",
      isComingSoon: true,
    },
  ],
}

export const sharedInterests = {
  title: 'See what they share',
  text: 'Choose the people for a circle or an event, and Budkeeper shows at once which hobbies and tastes they have in common. So the two birdwatchers sit together, and the menu suits the three vegetarians.',
  points: [
    'Shared hobbies for the first conversation',
    'Shared tastes, diets and allergies for the menu',
    'The most shared comes first, with the number of people behind it',
  ],
  /** Must match `text`, which mentions two birdwatchers and three vegetarians. */
  sample: [
    bud('Maya', 'Okafor', 'Friend', ['Bird Watching', 'Hiking', 'Pottery'], ['Indian Food', 'Vegetarian']),
    bud('Rosa', 'Delgado', 'Family', ['Board Games', 'Gardening'], ['Tea', 'Vegetarian']),
    bud('Tom', 'Lindqvist', 'Client', ['Bird Watching', 'Hiking'], ['Tea', 'Vegetarian']),
    bud('Kofi', 'Mensah', 'Work', ['Board Games', 'Hiking'], ['Indian Food', 'Seafood']),
  ],
}

function bud(
  Firstname: string,
  Surname: string,
  Budtype: PickerBud['Budtype'],
  hobbies: string[],
  preferences: string[],
): PickerBud {
  const unused = { Nickname: '', Occupation: '', Location: '' }
  return { _id: Firstname, Firstname, Surname, Budtype, hobbies, preferences, ...unused }
}

export const calendar = {
  title: 'Know when you meet next',
  text: 'Your events by month, week, day or as a plain list, each kind in its own colour. Click into a free hour to plan something there. A time stays as you typed it, wherever you travel.',
} as const

export const pricing = {
  title: 'One plan, everything in it',
  plan: {
    name: 'Budkeeper',
    price,
    per: 'per month',
    trial: `${trialDays}-day free trial`,
    note: 'No card needed for the trial. When it ends, nothing of yours is locked or deleted.',
    points: planPoints,
    button: { label: 'Start your free trial', to: '/register' },
  },
  enterprise: {
    name: 'Enterprise',
    text: 'Budkeeper for a whole organisation? Tell us how many you are and what you need, and we answer with an offer.',
    button: { label: 'Contact Sales', to: enterprisePath },
  },
} as const

/** Invented quotes, as `note` says. Replace the quotes and `note` when real quotes exist. */
export const testimonials = {
  title: 'What it is like to use',
  note: 'Sample quotes, written by us to show what Budkeeper is for.',
  quotes: [
    {
      text: 'I read my three lines before a call, and ask how the move went. People notice that you have listened.',
      who: 'A freelance designer, Bristol',
    },
    {
      text: 'Four grandchildren, two allergies, and one who eats nothing but pasta. Now I look before I cook.',
      who: 'A grandfather of four, Leeds',
    },
    {
      text: 'Our walking group nearly fell asleep. Seeing that five of us love birds got us out of the door again.',
      who: 'A primary school teacher, Cardiff',
    },
  ],
} as const

export const closing = {
  title: 'Who comes to mind first?',
  text: `Begin with that one person. It takes a minute, and the next ${trialDays} days are free.`,
  button: { label: 'Get Started Free', to: '/register' },
} as const
