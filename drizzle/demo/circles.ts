import type { CircleInput } from '~/people/circles/circle-input.server'
import type { Milestone } from '~/people/circles/milestones'
import type { DemoBud } from './buds'
import { type Day, dateOf } from './days'

type DemoCircle = Partial<Omit<CircleInput, 'selectedBuds' | 'milestones'>> & {
  Name: string
  buds: DemoBud[]
  milestones: (Day & Pick<Milestone, 'description'>)[]
}

/** The circles of the demo account. The dates of milestones are relative to `now`. */
export function demoCirclesAt(now: Date) {
  return circles.map((circle) => ({
    ...circle,
    milestones: circle.milestones.map(({ description, ...day }, index) => ({
      id: index + 1,
      date: dateOf(day, now),
      description,
    })),
  }))
}

const circles: DemoCircle[] = [
  {
    Name: 'Ashdowns and Prossers',
    Shortname: 'The family',
    Description:
      'Everyone who gets a card from Mum. Sunday lunch is at one, and Gran chooses the chess board.',
    Location: 'Clevedon',
    Circletype: 'Family',
    cadenceDays: 45,
    buds: ['Judith', 'Peter', 'Imogen', 'Kwame', 'Theo', 'Dorothy', 'Callum', 'Freya', 'Siân', 'Gareth'],
    milestones: [
      { week: -161, on: 'Fri', description: 'Dad retired, with a brass sextant from the office' },
      { week: -113, on: 'Sat', description: 'Drove Freya and forty boxes to Glasgow' },
      { week: 2, on: 'Mon', description: "Theo's first week with us on his own" },
      { week: 5, on: 'Sat', description: "Mum and Dad's ruby wedding" },
    ],
  },
  {
    Name: 'The Capital Offenders',
    Shortname: 'Quiz team',
    Description:
      'Began with an argument about capital cities. Gran is the substitute nobody wants to play against.',
    Location: 'Bristol',
    Circletype: 'Friends',
    buds: ['Dev', 'Obinna', 'Dorothy', 'Zoë'],
    milestones: [
      { week: -86, on: 'Tue', description: 'First win, thanks to the rivers of South America' },
      { week: -1, on: 'Tue', description: 'Second place by one point' },
      { week: 1, on: 'Tue', description: 'League night' },
    ],
  },
  {
    Name: 'Severn Choir',
    Shortname: 'Thursdays',
    Description:
      'Altos on the left, biscuits on the right. Priya records us, Ruth keeps us in tune with her cello.',
    Location: 'Clevedon',
    Circletype: 'Other',
    buds: ['Judith', 'Anil', 'Ruth', 'Priya', 'Gareth'],
    milestones: [
      { week: -98, on: 'Thu', description: 'My first rehearsal, in the wrong row' },
      { week: -46, on: 'Sat', description: 'Sang in Bath Abbey' },
      { week: 2, on: 'Sat', description: 'Concert at All Saints' },
    ],
  },
  {
    Name: 'Allotment neighbours',
    Shortname: 'Plot 14',
    Description: 'Shared water butt, shared slugs. Whoever comes last closes the gate.',
    Location: 'Ashley Vale, Bristol',
    Circletype: 'Other',
    buds: ['Ibrahim', 'Kofi', 'Ruth', 'Desmond', 'Beatriz'],
    milestones: [
      { week: -140, on: 'Sat', description: 'Got the key to plot 14a' },
      { week: -34, on: 'Sat', description: 'Planted the community orchard' },
      { week: 3, on: 'Sun', description: 'Rent for the plots is due' },
    ],
  },
  {
    Name: 'Wednesday Book Club',
    Shortname: 'Readers',
    Description: 'One book, two kinds of cake. Whoever chose the book brings the questions.',
    Location: 'Bristol and Weston-super-Mare',
    Circletype: 'Friends',
    buds: ['Saoirse', 'Élodie', 'Soo-ah', 'Zoë'],
    milestones: [
      { week: -108, on: 'Wed', description: 'First book: the Scottish short stories' },
      { week: -4, on: 'Wed', description: 'Our twenty-fifth book' },
      { week: 3, on: 'Wed', description: "At Saoirse's, puffin book on show" },
    ],
  },
  {
    Name: 'Early Climbers',
    Shortname: 'Wall',
    Description: 'On the wall at seven, at work by nine. Imogen joins when she is down from Leeds.',
    Location: 'St Werburghs, Bristol',
    Circletype: 'Friends',
    cadenceDays: 21,
    buds: ['Yusuf', 'Amara', 'Niamh', 'Imogen'],
    milestones: [
      { week: -52, on: 'Thu', description: 'First time at the top without looking down' },
      { week: -9, on: 'Thu', description: 'Blue route done' },
      { week: 7, on: 'Fri', description: 'Real rock: the weekend at Coniston' },
    ],
  },
  {
    Name: 'Games Night',
    Shortname: 'Players',
    Description: 'Fridays, one long game or three short ones. The host makes the rules and the pizza.',
    Location: 'Bath and Bristol',
    Circletype: 'Friends',
    buds: ['Linh', 'Łukasz', 'Obinna', 'Ngozi', 'Marcus'],
    milestones: [
      { week: -66, on: 'Fri', description: 'The game that ended at four in the morning' },
      { week: 2, on: 'Fri', description: 'My turn to host' },
      { week: 3, on: 'Sat', description: "Linh's fortieth birthday" },
    ],
  },
  {
    Name: 'Swing Class',
    Shortname: 'Dancers',
    Description: 'Beginners no longer. Change partners every song, and mind the lighting cables.',
    Location: 'Stokes Croft, Bristol',
    Circletype: 'Friends',
    buds: ['Hana', 'Hamish', 'Ingrid', 'Meera'],
    milestones: [
      { week: -58, on: 'Wed', description: 'First class' },
      { week: -12, on: 'Sat', description: 'Danced in front of people, at the harbour festival' },
      { week: 1, on: 'Sat', description: "Hana and Joel's wedding" },
    ],
  },
  {
    Name: 'Sunday Ride',
    Shortname: 'Wheels',
    Description: 'Fifty kilometres, one café, nobody left behind on the hills.',
    Location: 'Bristol',
    Circletype: 'Friends',
    buds: ['Mateo', 'Rashid', 'Obinna', 'Amara', 'Gwilym', 'Hamish'],
    milestones: [
      { week: -71, on: 'Sun', description: 'First hundred kilometres in one day, to Devizes and back' },
      { week: -1, on: 'Sun', description: 'Up Cheddar Gorge without stopping' },
      { week: 22, on: 'Sun', description: 'Charity ride to the Gower' },
    ],
  },
  {
    Name: 'Crew of the Kittiwake',
    Shortname: 'Crew',
    Description: "Dad's dinghy and those who are let near it. Life jackets hang in the blue locker.",
    Location: 'Portishead',
    Circletype: 'Other',
    buds: ['Peter', 'Freya', 'Tamsin'],
    milestones: [
      { week: -264, on: 'Sat', description: 'Dad bought the Kittiwake for a pound and a promise' },
      { week: -4, on: 'Sat', description: 'Second coat of varnish' },
      { week: 4, on: 'Sat', description: 'Overnight to Clevedon and back' },
    ],
  },
  {
    Name: 'Our street',
    Shortname: 'Neighbours',
    Description: 'Keys, parcels, dogs and runner beans. Winifred knows who has the tall ladder.',
    Location: 'Southville, Bristol',
    Circletype: 'Other',
    cadenceDays: 60,
    buds: ['Winifred', 'Rosa', 'Kofi', 'Ibrahim', 'Jorge', 'Rashid'],
    milestones: [
      { week: -182, on: 'Sat', description: 'Moved in, and borrowed the tall ladder' },
      { week: 0, on: 'Fri', description: 'Street supper' },
    ],
  },
  {
    Name: 'Harbourside studio',
    Shortname: 'Studio',
    Description:
      'The people at the long table. Planning on Mondays, cinnamon buns when the accounts are closed.',
    Location: 'Harbourside, Bristol',
    Circletype: 'Work',
    buds: ['Farah', 'Gwilym', 'Ngozi', 'Aleksandra', 'Hamish', 'Jasleen', 'Marcus', 'Soo-ah', 'Desmond'],
    milestones: [
      { week: -208, on: 'Mon', description: 'My first day, at the desk by the window' },
      { week: -40, on: 'Wed', description: 'Moved to the bigger floor' },
      { week: 3, on: 'Tue', description: 'Away days in the Mendips' },
      { week: 20, on: 'Fri', description: 'Desmond retires' },
    ],
  },
  {
    Name: 'Away day planners',
    Shortname: 'Planners',
    Description: 'Two days, one bus, nothing that has to do with trust falls.',
    Location: 'Harbourside, Bristol',
    Circletype: 'Work',
    buds: ['Jasleen', 'Marcus', 'Aleksandra', 'Gwilym', 'Desmond'],
    milestones: [
      { week: -5, on: 'Mon', description: 'Farm in the Mendips booked' },
      { week: 2, on: 'Mon', description: 'Last day to tell the farm what everybody eats' },
    ],
  },
  {
    Name: 'Museum season',
    Shortname: 'Museum',
    Description: 'Posters, programme and the pitch for the new season. Tobias is best reached on Mondays.',
    Location: 'Great Pulteney Street, Bath',
    Circletype: 'Clients',
    buds: ['Clementine', 'Farah', 'Aleksandra', 'Gwilym', 'Soo-ah'],
    milestones: [
      { week: -30, on: 'Tue', description: 'First letter from Clementine, in violet ink' },
      { week: -1, on: 'Wed', description: 'Second poster signed off' },
      { week: 2, on: 'Tue', description: 'Pitch for the new season' },
    ],
  },
  {
    Name: 'Shops and makers',
    Shortname: 'Makers',
    Description: 'Small orders, quick answers, paid in brake pads and marigolds.',
    Location: 'Bristol',
    Circletype: 'Clients',
    buds: ['Rashid', 'Beatriz', 'Amara'],
    milestones: [
      { week: -61, on: 'Sat', description: 'Seed packets for Beatriz: the first small order' },
      { week: -6, on: 'Wed', description: "Rashid's new sign went up" },
      { week: 6, on: 'Sat', description: 'Open doors in the new workshop at Bedminster' },
    ],
  },
]
