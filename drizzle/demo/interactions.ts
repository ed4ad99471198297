import type { InteractionKind } from '~/people/interactions/interaction'
import type { DemoBud } from './buds'
import { type Day, dateOf } from './days'

type Entry = [week: number, on: Day['on'], kind: InteractionKind, note: string, others?: DemoBud[]]

/** The interactions of the demo account in the last two years, with days relative to `now`, before the current week. */
export function demoInteractionsAt(now: Date) {
  return Object.entries(interactions).flatMap(([name, entries]) =>
    entries.map(([week, on, kind, note, others = []]) => ({
      kind,
      on: dateOf({ week, on }, now),
      note,
      buds: [name as DemoBud, ...others],
    })),
  )
}

/** By bud; an entry may name other buds that took part. */
const interactions: Record<DemoBud, Entry[]> = {
  Judith: [
    [-1, 'Sun', 'call', 'Sunday call, the sweet peas are up and choir starts again on Thursday'],
    [-3, 'Sun', 'call', 'She has a new alto next to her who hums between the songs'],
    [-5, 'Sun', 'call', 'Library sale on Saturday, she is keeping two crime novels for me'],
    [-6, 'Sat', 'gift', 'Sweet pea seeds and a good trowel', ['Peter']],
    [-8, 'Sun', 'call', 'Pollen is bad again, the new tablets help'],
    [-11, 'Sun', 'meeting', 'Roast at theirs, she sent me home with the blue casserole dish', ['Peter']],
    [-14, 'Sun', 'call', 'Dad is up on ladders again, she pretends not to look'],
    [-19, 'Sun', 'call', 'Crossword by phone: she had twelve across before I found my pen'],
    [-26, 'Wed', 'letter', 'Sent the photographs of the concert, two prints each'],
    [-33, 'Sun', 'call', 'She is counting plates for forty years of marriage already'],
    [-45, 'Sun', 'call', 'Still humming what they sang in Bath Abbey'],
    [-60, 'Sun', 'meeting', 'Long lunch, then the boxes in the attic', ['Peter', 'Dorothy']],
    [-79, 'Sun', 'call', 'Told her about the choir, she has already saved me a chair'],
    [-97, 'Fri', 'message', 'How did I survive the first rehearsal? In the wrong row, but in tune'],
  ],
  Peter: [
    [-5, 'Sun', 'call', 'Tide tables, and whether the varnish will dry in time'],
    [-9, 'Sat', 'meeting', 'Fitted the new rudder, he explained it twice'],
    [-16, 'Fri', 'message', 'The second eleven lost by a hundred and two. He kept the score in green'],
    [-24, 'Sun', 'note', 'His waterproof leaks at the left elbow. Size L'],
    [-37, 'Sun', 'call', 'He found the sextant a shelf of its own'],
    [-51, 'Sat', 'meeting', 'First sail of the year, sandwiches with salt water', ['Tamsin']],
    [-74, 'Sun', 'gift', 'A chart of the Severn for his wall'],
    [-93, 'Sun', 'call', 'Retirement is more work than work, he says'],
  ],
  Imogen: [
    [-5, 'Tue', 'call', 'Training is going well, the knee is not complaining'],
    [-8, 'Sun', 'call', 'Video call, she showed me the new bridge drawings'],
    [-12, 'Thu', 'message', 'Asked about Coniston: she brings the stove, I bring the map'],
    [-18, 'Sat', 'meeting', 'Down from Leeds, three routes and a curry', ['Yusuf']],
    [-29, 'Sun', 'call', 'Theo has opinions about secondary schools'],
    [-42, 'Wed', 'letter', 'Card for the engineers exam, with the bad joke about bridges'],
    [-63, 'Sun', 'call', 'They have found the flat: fourth floor, slow lift, good light', ['Kwame']],
    [-90, 'Sat', 'meeting', 'Walked to Otley and back, blisters all round', ['Kwame', 'Theo']],
  ],
  Kwame: [
    [-2, 'Wed', 'message', 'He sent the lemon cake recipe, I owe him a photo of the result'],
    [-10, 'Sun', 'call', 'Year four is doing the Romans, he needs cardboard'],
    [-31, 'Thu', 'message', 'Cricket on the radio, we both missed our stops'],
    [-56, 'Sat', 'gift', 'The good whisk'],
  ],
  Theo: [
    [-2, 'Fri', 'letter', 'Drew me a comic about a detective owl, part two is on its way'],
    [-9, 'Mon', 'call', 'He told me the whole plot of a film with a submarine in it'],
    [-21, 'Sat', 'gift', 'A sketchbook with thick paper'],
    [-48, 'Sun', 'call', 'First goal for the under nines, off his shin'],
    [-77, 'Sat', 'note', 'Peanuts: even the label "may contain" is a no'],
  ],
  Dorothy: [
    [-3, 'Sat', 'meeting', 'Lost to her at chess again, she wants a lift to the lido on Saturday'],
    [-7, 'Thu', 'call', 'After the news. The postman is new and she is training him'],
    [-13, 'Sat', 'meeting', 'Chips on the wall at Portishead, no wind for once'],
    [-25, 'Thu', 'call', 'She knew every flag in the quiz book'],
    [-39, 'Sat', 'gift', 'A chess clock with big figures'],
    [-58, 'Sun', 'call', 'Forty lengths, and she counted the lifeguard yawning'],
    [-86, 'Wed', 'call', 'Told her about the rivers of South America. She had known them all'],
  ],
  Callum: [
    [-6, 'Mon', 'call', 'He is planning a supper club for the autumn and wants help with the menu cards'],
    [-10, 'Tue', 'meeting', 'Tried his new ramen, wrote down nothing, regretted it'],
    [-17, 'Mon', 'message', 'Four covers short on a Saturday, he is doing the washing up himself'],
    [-32, 'Tue', 'call', 'Cardiff Bay is treating him well, the head chef less so'],
    [-55, 'Mon', 'meeting', 'Rode to Penarth and ate everything'],
    [-82, 'Tue', 'gift', 'Japanese knife, wrapped in three newspapers'],
  ],
  Freya: [
    [-7, 'Tue', 'letter', 'Postcard from Oban, her field trip saw two minke whales'],
    [-13, 'Sun', 'call', 'Exams are over, she is sleeping until noon'],
    [-22, 'Sat', 'gift', 'Thermal socks and a tin of vegan shortbread'],
    [-38, 'Sun', 'call', 'She has joined the sailing club and capsized twice'],
    [-64, 'Sat', 'meeting', 'Two days in Glasgow, museums and rain', ['Peter']],
    [-100, 'Sun', 'call', 'First term: homesick on Sundays, otherwise splendid'],
  ],
  Siân: [
    [-11, 'Fri', 'call', 'She is firing the set of mugs I ordered, ready at the end of the month'],
    [-20, 'Sat', 'meeting', 'Mumbles: pier, pottery, then Moss ate my scone', ['Gareth']],
    [-35, 'Fri', 'message', 'Sent her the glaze chart that Amara swears by'],
    [-59, 'Sun', 'call', 'She teaches three evenings a week now'],
    [-88, 'Sat', 'gift', 'Her bowl with the blue rim. It is too good for soup'],
  ],
  Gareth: [
    [-9, 'Sat', 'call', 'Long chat after his night shifts, he finished the green jumper'],
    [-23, 'Sat', 'message', 'He has wool left over. Hat or gloves? Hat'],
    [-46, 'Sat', 'meeting', 'He drove the double bass to Bath Abbey on the front seat', ['Judith']],
    [-70, 'Sun', 'call', 'Tired, but the ambulance has a new coffee machine'],
  ],
  Amara: [
    [-3, 'Sat', 'meeting', 'Coffee at the market, she moves into the new workshop in May'],
    [-8, 'Tue', 'message', 'She has a wheel to spare, do I want it? Where would I put it'],
    [-15, 'Sat', 'meeting', 'Sanded her table until our arms gave up', ['Obinna']],
    [-27, 'Thu', 'gift', 'Walnut chopping board, far too beautiful'],
    [-44, 'Sat', 'call', 'The bank said yes to the workshop'],
    [-73, 'Tue', 'meeting', 'Shared a wheel at pottery class, flooded the floor'],
  ],
  Obinna: [
    [-5, 'Thu', 'message', 'He can have the Friday off for games night'],
    [-12, 'Sun', 'meeting', 'Rode out to Pill for breakfast', ['Mateo']],
    [-28, 'Tue', 'call', 'Long nights in theatre, he listens to nineties albums'],
    [-66, 'Sat', 'message', 'Who lets a game go on until four in the morning? We do', ['Linh', 'Ngozi']],
  ],
  Priya: [
    [-8, 'Sat', 'call', 'She got the nature series, away recording for most of the spring'],
    [-21, 'Fri', 'message', 'Sent me a minute of curlews at dawn'],
    [-40, 'Sat', 'meeting', 'Her studio in Cardiff: I was allowed to push one slider'],
    [-75, 'Sun', 'meeting', 'Soup queue at the festival, mud to the knees'],
  ],
  Łukasz: [
    [-6, 'Mon', 'meeting', 'Badminton, then he told us about the cat with its own season ticket', ['Anil']],
    [-19, 'Wed', 'message', 'Poppy seed cake: does it freeze? It does'],
    [-43, 'Sat', 'meeting', 'Pen y Fan in fog, saw nothing, loved it'],
    [-71, 'Mon', 'gift', 'A collar for Professor Plum'],
  ],
  Zoë: [
    [-4, 'Thu', 'meeting', 'Lunch between hearings, her play gets a reading in the autumn'],
    [-10, 'Mon', 'message', 'Wilf has chickenpox, she missed the book club'],
    [-20, 'Fri', 'call', 'Second act is finished, third act is a mess'],
    [-36, 'Sat', 'meeting', 'Ran along the harbour with her, she talked the whole way'],
    [-62, 'Sun', 'gift', 'Fountain pen for the play that she swore to finish'],
    [-95, 'Sat', 'meeting', 'Twenty years since halls, same pub'],
  ],
  Linh: [
    [-4, 'Wed', 'message', 'Rules for the lighthouse game, eleven pages'],
    [-9, 'Sun', 'call', 'Portuguese by phone, I understood "pastel"'],
    [-16, 'Fri', 'meeting', 'She made pho for six, four of us came', ['Łukasz']],
    [-30, 'Sat', 'note', 'Shellfish: she carries the pen in the outer pocket'],
    [-53, 'Fri', 'meeting', 'Short games only, so three of them'],
  ],
  Yusuf: [
    [-9, 'Thu', 'meeting', 'He talked me up the blue route, next session is after his holiday'],
    [-15, 'Thu', 'meeting', 'Falling practice. I am good at it'],
    [-34, 'Tue', 'message', 'His chalk bag is in my rucksack, sorry'],
    [-52, 'Thu', 'meeting', 'At the top without looking down', ['Amara']],
  ],
  Saoirse: [
    [-6, 'Sun', 'meeting', 'Swim at Clevedon, the puffin book comes out in September'],
    [-14, 'Thu', 'call', 'The publisher wants the puffin rounder'],
    [-25, 'Sat', 'meeting', 'Herons along the Frome, she drew and I held the flask', ['Kofi']],
    [-47, 'Wed', 'gift', 'Her print of a wren, number three of twenty'],
    [-81, 'Sun', 'meeting', 'First cold swim. Never again, I said, and went again'],
  ],
  Mateo: [
    [-4, 'Sun', 'meeting', 'Sunday ride, his daughter has started walking'],
    [-13, 'Tue', 'other', 'He looked at my shoulder between two patients'],
    [-51, 'Mon', 'gift', 'Tiny cycling jersey for Alma'],
    [-71, 'Mon', 'message', 'A hundred kilometres! He cannot sit down either', ['Rashid']],
  ],
  Hana: [
    [-5, 'Wed', 'meeting', 'Swing class, then she pointed out Jupiter from the car park'],
    [-12, 'Sat', 'meeting', 'We danced in front of people, and nobody fell', ['Meera', 'Ingrid']],
    [-27, 'Sat', 'call', 'She is marrying Joel! In a barn, with telescopes'],
    [-58, 'Wed', 'meeting', 'First class: left is the other left'],
  ],
  Dev: [
    [-3, 'Tue', 'meeting', 'Saved us a table on Tuesday, his elderflower ale was lovely'],
    [-18, 'Fri', 'message', 'Pub is hiring, do I know anybody who can pour'],
    [-50, 'Tue', 'meeting', 'Argued about capital cities, shook hands on Canberra'],
  ],
  Ruth: [
    [-5, 'Sat', 'call', 'She plays the cello on the 12th, I promised to turn pages'],
    [-17, 'Sun', 'meeting', 'Dug the beds for garlic, her code compiled meanwhile'],
    [-34, 'Sat', 'meeting', 'Planted the community orchard together', ['Kofi', 'Ibrahim']],
  ],
  Kofi: [
    [-3, 'Fri', 'call', 'He saw a kingfisher by the Frome, we are going early on Sunday'],
    [-10, 'Sat', 'other', 'He cut back our fig while I held the ladder'],
    [-41, 'Sun', 'message', 'His great-grandmother turned up in a parish register'],
  ],
  Niamh: [
    [-4, 'Thu', 'meeting', 'Belayed each other on Thursday, must ask for her surname'],
    [-12, 'Thu', 'meeting', 'She did the overhang, I watched with my mouth open'],
  ],
  Élodie: [
    [-7, 'Fri', 'message', 'She finished the quilt for the raffle'],
    [-24, 'Wed', 'meeting', 'Rode in her cab from Temple Meads, hands off everything'],
    [-68, 'Wed', 'gift', 'Fabric with small trains on it'],
  ],
  Farah: [
    [-4, 'Fri', 'meeting', 'Review went well, she would like me to lead the museum pitch'],
    [-40, 'Thu', 'other', 'Carried plants to the bigger floor together', ['Desmond']],
    [-76, 'Mon', 'call', 'She asked for the honest version and got it'],
  ],
  Gwilym: [
    [-2, 'Thu', 'other', 'Walked the print run together, paper arrives a week late'],
    [-29, 'Mon', 'message', 'Nell chewed the proofs. The proofs were wrong anyway'],
  ],
  Ngozi: [
    [-3, 'Thu', 'other', 'Paired on the booking form, she is giving a talk at the June meet-up'],
    [-33, 'Fri', 'message', 'Saturn tonight at ten, look south'],
  ],
  Aleksandra: [
    [-7, 'Mon', 'gift', 'A rabbit for Leon that does not squeak'],
    [-49, 'Tue', 'call', 'Leon is here, three and a half kilos, everybody well'],
  ],
  Hamish: [
    [-2, 'Fri', 'other', 'Handed in my receipts on time for once, he brought cinnamon buns'],
    [-22, 'Wed', 'message', 'Cardamom or cinnamon? There is no wrong answer, but it is cardamom'],
  ],
  Jasleen: [
    [-5, 'Mon', 'call', 'Farm in the Mendips is booked', ['Marcus', 'Gwilym']],
    [-26, 'Thu', 'meeting', 'Watched her flag football side win in the rain'],
  ],
  Marcus: [
    [-4, 'Tue', 'call', 'Showed me the title sequence early, the owl animation is brilliant'],
    [-14, 'Tue', 'meeting', 'In the studio for once, chess at lunch'],
    [-45, 'Fri', 'message', 'He drew the whole team as owls'],
  ],
  'Soo-ah': [
    [-1, 'Thu', 'other', 'Swapped notes from the interviews, she starts the new round on Monday'],
    [-18, 'Tue', 'meeting', 'Pottery: her teapot pours, mine leaks'],
  ],
  Desmond: [
    [-2, 'Mon', 'other', 'He kept my parcel safe and gave me six tomato seedlings'],
    [-31, 'Wed', 'meeting', 'Matinee with him, his granddaughter was the third witch'],
    [-65, 'Thu', 'note', 'Retires next spring. Theatre tickets?'],
  ],
  Clementine: [
    [-2, 'Tue', 'call', 'Wants the owl a little larger, otherwise delighted'],
    [-30, 'Tue', 'letter', 'First letter from her, in violet ink'],
  ],
  Rashid: [
    [-6, 'Wed', 'meeting', 'New shop sign is up, he asked for matching stickers'],
    [-38, 'Sat', 'other', 'He serviced my brakes for nothing'],
  ],
  Ingrid: [
    [-3, 'Mon', 'call', 'Signed off the wind farm leaflet, back from leave on the 3rd'],
    [-23, 'Mon', 'call', 'She rings rather than writes, note to self'],
  ],
  Anil: [
    [-4, 'Mon', 'meeting', 'School prospectus delivered, the pupils picked the cover'],
    [-16, 'Mon', 'meeting', 'Badminton: he has a serve like a headteacher'],
  ],
  Meera: [
    [-6, 'Fri', 'message', 'Sent the quote for the new website, she decides with her partners in May'],
    [-19, 'Sat', 'meeting', 'Coffee in Queen Square, she asked clever questions'],
  ],
  Beatriz: [
    [-15, 'Sat', 'meeting', 'Seed packet labels approved, she gave me a tray of marigolds'],
    [-61, 'Sat', 'call', 'Seed packets: our first small order'],
  ],
  Oluwaseun: [
    [-2, 'Wed', 'call', 'Budget agreed for the summer campaign, kick-off is on Thursday at ten'],
    [-37, 'Mon', 'meeting', 'Badminton, then his jollof. Both times I lost'],
  ],
  Cathal: [
    [-8, 'Thu', 'call', 'He needs the trade show banners by June'],
    [-85, 'Fri', 'other', 'Delayed together on the flight to Edinburgh'],
  ],
  Winifred: [
    [-3, 'Wed', 'other', 'Took in her post while she was in Lisbon, she brought back custard tarts'],
    [-28, 'Sun', 'meeting', 'Tea and her slides of Samarkand'],
    [-57, 'Thu', 'other', 'Borrowed the tall ladder. It is very tall'],
  ],
  Rosa: [
    [-2, 'Sat', 'other', 'Met her with five dogs on Brandon Hill, she has space on Fridays'],
    [-32, 'Sat', 'message', 'Pickle has a new coat, photographs attached'],
  ],
  Jorge: [
    [-7, 'Thu', 'other', 'His son is waiting for a letter from the college'],
    [-20, 'Thu', 'other', 'He is brewing a stout with coffee in it'],
  ],
  Leila: [[-28, 'Thu', 'other', 'Check-up all fine, she asked after the pottery']],
  Ibrahim: [
    [-4, 'Sat', 'meeting', 'Swapped my courgettes for his runner beans at the allotment'],
    [-24, 'Sun', 'other', 'Rode his bus to the end of the line and back'],
  ],
  Tamsin: [
    [-7, 'Wed', 'other', 'Fixed the boiler in an hour, she knows Dad from the sailing club'],
    [-36, 'Sat', 'message', 'She found a berth for the Kittiwake'],
  ],
  Winnie: [
    [-1, 'Thu', 'message', 'Wrote to the whole street about the supper, she needs to know who brings chairs'],
  ],
}
