import type { DashboardIconName } from '~/base/components/dashboard-icons'
import type { PickerBud } from '~/people/buds/bud-picker'

/** JavaScript types the words in turn. The last word is also in the HTML. */
export const headlineWords = ['friends', 'family', 'colleagues', 'clients', 'people']

type Feature = { icon: DashboardIconName; title: string; text: string; isComingSoon?: boolean }

/** The first six are those of the specification. */
export const features: Feature[] = [
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
    text: 'A shoe size, the name of the dog, how they take their tea. Give each bud up to five fields of your own for what no form has thought of.',
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
  {
    icon: 'today',
    title: 'Today',
    text: 'Who you have not been in touch with for too long, whose birthday is near, and what this week holds. A call or a meeting is noted in one line, and a digest can bring it all by mail.',
  },
  {
    icon: 'together',
    title: 'The planner',
    text: 'Choose a few people, and see what they share, what one of them cannot eat, and which evenings and weekends everybody has free.',
  },
  {
    icon: 'mail',
    title: 'Personal links',
    text: 'Guests answer an invitation by a link, without an account. By another one, friends fill in their own address and birthday, and you decide what to keep.',
  },
  {
    icon: 'arrow-up',
    title: 'Import with undo',
    text: 'Bring your address book or a spreadsheet. You see what would be added and changed before anything is stored, and can take a whole import back afterwards.',
  },
  {
    icon: 'clock',
    title: 'History',
    text: 'Every change is listed, and can be undone for 30 days. What you delete by mistake comes back from the trash, with its photo and its circles.',
  },
  {
    icon: 'link',
    title: 'Open to phones and programs',
    text: 'The contacts and the calendar of your phone stay in sync. There are an API, webhooks and an export of everything, and assistants can only propose changes.',
  },
]

export const sharedInterests = {
  points: [
    'Shared hobbies for the first conversation',
    'Shared tastes, diets and allergies for the menu',
    'The most shared comes first, with the number of people behind it',
  ],
  /** Must match the text of the section, which mentions two birdwatchers and three vegetarians. */
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
  const unused = { Nickname: '', Occupation: '', Location: '', photo: null }
  return { _id: Firstname, Firstname, Surname, Budtype, hobbies, preferences, ...unused }
}

/** Invented, as the page says. Replace these and the note of `testimonials.tsx` when real quotes exist. */
export const quotes = [
  {
    text: 'I read my three lines before a call, and ask how the move went. People notice that you have listened.',
    who: 'A freelance designer, Bristol',
  },
  {
    text: 'Four grandchildren, two allergies, and one who eats nothing but pasta. Now I look before I cook.',
    who: 'A grandfather of four, Leeds',
  },
  {
    text: 'Our walking group had nearly fizzled out. Then we saw that five of us like birdwatching, and went out again.',
    who: 'A primary school teacher, Cardiff',
  },
]
