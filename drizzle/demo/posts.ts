import { trialDays } from '../../app/account/billing/plan'
import type { PostInput } from '../../app/site/blog/post-input.server'

/** A demo post: the input of the blog editor, the slug and the age. */
export type DemoPost = PostInput & {
  slug: string
  /** Age of the post in days when the database is seeded. */
  days: number
}

const team = 'The Budkeeper team'
const editors = 'The Budkeeper editors'

/** Fourteen published posts, one of them featured, and two drafts. */
export const demoPosts: DemoPost[] = [
  {
    title: 'Ten minutes a week for the people who matter',
    excerpt:
      'Most friendships do not end, they are put off. A small weekly routine that keeps them going, with no talent for people required.',
    content: `<p>Most friendships do not end. They are put off. You mean to call, the week fills up, and when you think of it again so much time has passed that a call seems to need a reason. Nobody did anything wrong. There was simply no place in the week where keeping in touch happened.</p>
<p>This is a small routine that makes such a place. It takes ten minutes, and it works on paper as well as in <a href="/">Budkeeper</a>.</p>
<h2>Lean on something that already exists</h2>
<p>A new habit lasts best when it leans on an old one: the first coffee on Sunday, the train home on Thursday, the quiet before the house wakes up. Choose one and keep to it. Ten minutes every week do more than a whole evening once a season, because after a week you still remember what people told you.</p>
<h2>Three minutes: look back</h2>
<p>Whom did you meet, call or bump into since last time? What did they say that you would be sorry to have forgotten? Write one line for each of them.</p>
<ul>
<li>Mum: choir starts again on Thursday, the knee is better.</li>
<li>Tom: first day at the new office was Monday, worried about the commute.</li>
<li>Next door: her name is Rosa, not Rose.</li>
</ul>
<p>One line is enough. You are not taking minutes. You are leaving yourself a thread, so that the next conversation can begin where the last one stopped.</p>
<h2>Three minutes: look ahead</h2>
<p>Now open the next two weeks. Who has an exam, a move, an operation, a first day? Write it where you will see it, and think about the day <strong>after</strong> as well as the day itself. On the day of a funeral or a job interview everybody is there. On the day after it has gone quiet, and one message asking how it went means a great deal.</p>
<h2>Four minutes: choose two</h2>
<p>Choose two people you have not heard from for a while. Not the ten you feel guilty about. Two. Write to the first of them now, before you stand up. For the second, put a call into the calendar, with a time, as you would for the dentist.</p>
<p>If nothing comes to mind, these need no occasion at all:</p>
<ul>
<li>Something you saw that only they would find funny.</li>
<li>A question about what they told you last time.</li>
<li>A photograph of a place where you were together.</li>
<li>'I was thinking of you today. No need to answer.'</li>
</ul>
<p>The last one is worth more than it looks. Many people put off answering because they want to do it properly. A message that asks for nothing lets them off, and more often than not they answer anyway.</p>
<h2>Keep it light</h2>
<p>There are three ways to spoil this routine, and all of them come from taking it too seriously.</p>
<ol>
<li><strong>Keeping score.</strong> Who wrote first last time does not matter. Some people are good at beginning and some are good at answering. Friendships need both.</li>
<li><strong>Catching up.</strong> You will miss weeks. Do not double the next one. Ten minutes, two people, done.</li>
<li><strong>Polishing.</strong> A short message today is better than a fine letter that never leaves the drafts.</li>
</ol>
<h2>What you will notice</h2>
<p>For the first weeks, not very much. Then somebody will say 'you remembered', and sound surprised. After some months you will find that you know what is going on in the lives of twenty people without having worked at it, and that a few of them have started to write first.</p>
<p>That is the whole trick. You do not need a better memory or a warmer heart. You need a place in the week, something to write on, and two names. If you would like the something to write on to be ours, <a href="/register">the first ${trialDays} days are free</a>. If it is the back of an envelope, that is fine too. Begin with the person who came to mind while you were reading this.</p>`,
    author: team,
    tags: ['relationships', 'productivity'],
    featured: true,
    published: true,
    metaDescription:
      'A weekly routine of ten minutes that keeps friendships going: look back, look ahead, and write to two people.',
    featuredImage: '/blog-pictures/seven-sprouts.svg',
    slug: 'ten-minutes-a-week',
    days: 3,
  },
  {
    title: 'How to remember birthdays kindly',
    excerpt:
      'Knowing the date is the easy half. The kind half is knowing what the day is like for the person who has it.',
    content: `<p>Everybody knows the message that arrives at one minute past nine, reads 'Happy birthday!' and could have been sent to anyone. It does no harm. But if you are going to remember the day at all, a little more thought makes the difference between being on a list and being on somebody's mind.</p>
<h2>Collect dates while they are being said</h2>
<p>People mention birthdays all year round: 'my thirtieth was in that awful hotel', 'she is a February baby like me', 'we always go away in the second week of May'. Write it down within the hour. If you only have the month, write down the month; you can ask for the day later, and asking is a kindness in itself.</p>
<p>Leave out the year unless you are certain and it matters. Nobody was ever hurt by a card without a number on it.</p>
<h2>Note what the day is like for them</h2>
<p>This is the half that a calendar leaves out. For some people a birthday is the best day of the year. For others it is the day somebody died, the day the family quarrels, or a number they would rather not hear aloud. A few words beside the date are enough:</p>
<ul>
<li>Likes a fuss, hates surprises.</li>
<li>Does not celebrate. Glad of a call in the week after.</li>
<li>Shares the day with a sister who has died. Write early, keep it gentle.</li>
<li>Always on shift, so ring in the evening.</li>
</ul>
<p>If you do not know, a quiet message in the morning is nearly always right, and a song over the telephone at work nearly always wrong.</p>
<h2>Write one sentence that only you could write</h2>
<p>A good birthday message has two parts: the wish, and one thing that belongs to the two of you. The second part is what they read twice.</p>
<blockquote>
<p>Happy birthday, Imogen. I walked past the bakery with the terrible scones and thought of you. I hope somebody brings you better ones today.</p>
</blockquote>
<p>If you cannot think of anything, go back to what they last told you. Ask about the knee, the move, the boat. A question shows that you were listening.</p>
<h2>When you have missed it</h2>
<p>Write anyway, and soon. Do not explain for half a page how busy you were, because then they have to comfort you. One line of apology, then the wish, then your sentence.</p>
<blockquote>
<p>I am two days late and thought of you on all of them. Happy birthday. How was the walk?</p>
</blockquote>
<p>A late message from somebody who clearly thought about it beats a punctual one from somebody who did not. And people who forget birthdays themselves, which is most of us, are relieved to find that others do too.</p>
<h2>The other days</h2>
<p>There are dates that matter more than birthdays and get no cards: the first anniversary of a death, the day the divorce came through, five years since the operation. Hardly anyone remembers these, so one line lands with great weight. You need not say much. 'I know what day it is tomorrow. Thinking of you' is enough.</p>
<h2>Make it easy for next year</h2>
<p>When the day is over, spend a minute on the notes. What did you give, and did they like it? Did they enjoy the dinner or the peace and quiet? Which cake? In Budkeeper the person's page has a place for the date, and a custom field for what you have learnt about the day. Once a month, read through those that are coming. Paper works as well, as long as it is always the same paper.</p>
<p>You will not get them all. Nobody does. But choose the ten people who matter most to you and get those right, kindly, for a year. If you are looking for something to put in the parcel, we have written about <a href="/blog/write-the-gift-down-in-march">writing gift ideas down early</a>.</p>`,
    author: editors,
    tags: ['relationships', 'family', 'friendship'],
    featured: false,
    published: true,
    metaDescription:
      'How to remember birthdays with kindness: what to note beside the date, what to write, and what to do when you are late.',
    featuredImage: '/blog-pictures/garland.svg',
    slug: 'remembering-birthdays-kindly',
    days: 12,
  },
  {
    title: 'After the conference: following up without being a nuisance',
    excerpt:
      'You come home with a pocket full of names. What you do in the next two evenings decides whether any of them becomes a person you know.',
    content: `<p>Two days of talks, forty short conversations, a pocket full of cards and a phone full of new contacts. A week later you look at a name and have no idea which of the forty it was. Nothing is lost more reliably than the people we meet at conferences, and nothing is easier to keep, if you do a little of it at the right time.</p>
<h2>While you are still there</h2>
<p>After each good conversation, step aside for half a minute and write three things: the name, what you talked about, and what either of you promised. If you promised nothing, write down what would be a natural next thing to say.</p>
<ul>
<li>Amira, tall, moving her team to a four-day week. Wants the name of our accountant.</li>
<li>Ben, sat beside me at lunch. Keeps bees. Looking for a first customer in Wales.</li>
<li>Dr Osei, chaired the panel. Not interested in what we do, very interesting about trains.</li>
</ul>
<p>Dr Osei belongs on the list too. You are collecting people, not prospects.</p>
<h2>The first evening at home: send what you promised</h2>
<p>A promise that is kept within two days is remembered. The same promise kept after three weeks is an apology. So begin with those, and keep them short:</p>
<blockquote>
<p>Hello Amira, we talked by the coffee machine about the four-day week. Here is our accountant's name and number; I told her that you might call. I would love to hear how the first month goes.</p>
</blockquote>
<p>Three sentences: where we met, what I said I would send, a door left open. No brochure, no calendar link, no 'quick call next week?'.</p>
<h2>The second evening: five more, and no more than five</h2>
<p>Of all the others, choose the five whom you would be glad to meet again. Write to each of them about something that was actually said. If you find that you cannot remember anything that was said, that is your answer; let that one go.</p>
<p>It is tempting to write to everybody with one text. People can tell. A message that would fit forty people is addressed to none of them, and you will have taught forty people that your name can be skipped.</p>
<h2>Then leave it alone</h2>
<p>If there is no answer, do nothing for a month or two. They also came home to a full inbox. When you have something that is really of use to them, an article, a name, an event in their town, send that. If there is again no answer, you have been friendly twice, and that is enough. Silence is an answer you can accept with good grace.</p>
<h2>What to keep, and for how long</h2>
<p>Put the few who remain where you keep your other people, with a word on where you met. In Budkeeper there is a list of places for exactly this, and a circle for the conference helps you to find them again before the next one. Everybody else, let go after half a year. An address book that only grows is one you stop reading.</p>
<p>Keep in mind too that these are notes about people who did not ask for them. Write what you would not mind their seeing. We have more to say about that in <a href="/blog/writing-about-people">Writing about people who cannot see it</a>.</p>
<h2>Before the next one</h2>
<p>The real reward comes a year later. Read your list on the train there. 'How are the bees?' is a better opening than any elevator pitch, and you will be the only one in the room who asks.</p>
<h3>In short</h3>
<ol>
<li>Three things on paper after each conversation.</li>
<li>Promises within two days.</li>
<li>Five personal messages, no round robin.</li>
<li>One more friendly word later, then peace.</li>
<li>Read the list before you go again.</li>
</ol>`,
    author: team,
    tags: ['networking', 'work', 'writing'],
    featured: false,
    published: true,
    metaDescription:
      'What to write after a conference, to whom and when: keep your promises within two days, choose five people, and let the rest go.',
    featuredImage: '/blog-pictures/two-paths.svg',
    slug: 'following-up-after-a-conference',
    days: 24,
  },
  {
    title: 'Three lines before a call',
    excerpt:
      'The best preparation for a conversation fits on a sticky note and takes less time than the kettle.',
    content: `<p>There is a kind of call that begins with five minutes of 'so, how are things?' while both sides try to remember what the things were. And there is a kind that begins with 'did the boiler ever get fixed?'. The second kind takes one minute of preparation. Here is how to spend it.</p>
<h2>Line one: what was going on</h2>
<p>Look up the last time you spoke and pick the one thing that was open. An illness, an application, an argument with the landlord. Open things are better than finished ones, because they give the other person something to tell you. If you wrote a line after the last call, this takes ten seconds. If you did not, look through your messages.</p>
<h2>Line two: what you want to say</h2>
<p>One piece of your own news, chosen beforehand. Calls become lopsided when one side only asks, and a good friend does not want to be interviewed. 'I have started to swim again, badly' is plenty. For a call at work, it is the one point that must not be forgotten, in words short enough to say.</p>
<h2>Line three: what not to step on</h2>
<p>Every life has a few places where it is better to tread with care. The brother they no longer speak to. The job they did not get. The baby that was expected in March. You know these things today, and under the pressure of a lively conversation you may not. Writing them down is not cold. It is looking where you put your feet.</p>
<blockquote>
<p>Callum. Supper club, did the menu cards work? Tell him about Dad's boat. Not the restaurant in Cardiff.</p>
</blockquote>
<p>That is the whole note. It fits on the back of a receipt.</p>
<h2>During the call, put it away</h2>
<p>The note is for the minute before, not for the conversation. If you read questions from a list, people hear it. Trust that the first line will get you going, and that the rest will come by itself or was not needed. If you are somebody who fidgets, hold a pen; you may want it for the last step.</p>
<h2>Afterwards, write the next line one</h2>
<p>Before you get up, write down what is open now. 'Interview on the 14th.' 'Waiting for results, expected Friday.' 'Thinking of getting a dog, wife not convinced.' Half a minute, while it is fresh. It is the most useful half minute of all, because it makes the next preparation free.</p>
<p>In Budkeeper the field 'Last interaction' on a person's page is meant for just this. It takes plain words rather than a date, since 'Tuesday, worried about the scan' is of more use to you than the Tuesday alone.</p>
<h2>Where it helps most</h2>
<ul>
<li><strong>With parents,</strong> who notice at once whether you remember the name of the new doctor.</li>
<li><strong>With people in hard times.</strong> Having to explain one's troubles again to each caller is tiring. Being asked about the second opinion is a relief.</li>
<li><strong>With clients,</strong> where the project is in the file anyway and the rest of the person is not.</li>
<li><strong>With children far away,</strong> for whom the name of the best friend is the most important fact in the world, and may be a different one this week.</li>
</ul>
<h2>Is it not a bit much?</h2>
<p>People sometimes feel that affection ought to work without notes. But nobody thinks less of the doctor who reads the file before you come in. We would be worried if she did not. What counts is that you care enough to look. Nobody has ever complained that a friend remembered too well.</p>
<p>Try it with the next three calls you make. If you want to go further, put the calls themselves into your week; we describe how in <a href="/blog/ten-minutes-a-week">Ten minutes a week for the people who matter</a>.</p>`,
    author: editors,
    tags: ['productivity', 'work'],
    featured: false,
    published: true,
    metaDescription:
      'One minute of preparation makes a better conversation: what was open, what you want to say, and what not to step on.',
    featuredImage: '/blog-pictures/three-lines.svg',
    slug: 'three-lines-before-a-call',
    days: 38,
  },
  {
    title: 'How to keep a circle alive',
    excerpt:
      'Book clubs, walking groups and old teams rarely break up. They thin out. What keeps a group going is less enthusiasm than a few dull arrangements.',
    content: `<p>A circle of friends seldom breaks up with a bang. One month two people cannot come, so the evening is put off. The next date is discussed in a long thread that ends without one. By spring it has become 'we really should'. Everybody is sorry, and nobody has done anything.</p>
<p>Groups that last do not have nicer members. They have a few dull arrangements that do the work when enthusiasm is low.</p>
<h2>A fixed day beats the perfect day</h2>
<p>The first Thursday of the month. The Sunday after the clocks change. A fixed day means that there is nothing to vote on, that babysitters can be booked, and that somebody who misses one evening knows when the next one is. Polls for dates look fair, but each of them asks everybody to do work before anything pleasant has happened.</p>
<p>With a fixed day comes a second rule: <strong>it takes place even when only three can come.</strong> An evening of three is often the best of the year. An evening that is cancelled for want of five begins the end.</p>
<h2>One host at a time</h2>
<p>'We all organise it together' means that the same person does, and grows tired of it. Pass the task round instead. Whoever hosts decides where, and decides alone. It might be a kitchen, a pub, a bench by the river. The others may grumble and must turn up.</p>
<p>Keep the bar low. As soon as one host serves four courses, the next will find reasons not to. Soup and bread is a good standard. So is 'bring what you have'.</p>
<h2>Know what you have in common</h2>
<p>A circle often begins with one thing, a class or a job or small children, and needs another when that is over. The parents' group whose children have grown up is not finished. It just has to notice that four of its members like to sing.</p>
<p>It helps to look at this on purpose. Ask everybody for three things they enjoy at the moment and compare the lists. In Budkeeper the form of a circle shows which hobbies and tastes its members share, most shared first. The surprises are usually at the bottom of the list: the two who turn out to play chess, and had never mentioned it because nobody had asked.</p>
<h2>Keep a little history</h2>
<p>Groups live from being able to say 'do you remember'. Write down the milestones when they happen: the first meeting, the walk in the hail, the year Dorothy won everything. A photograph and a date are enough. When somebody new joins, these are the stories that make them part of it.</p>
<h2>Let people leave, and let people in</h2>
<p>Someone will drift away. Ask once, kindly, privately, and without making them promise anything: 'We miss you on Thursdays. Whenever you feel like it, your chair is there.' Then leave it open. Do not take them off the list for at least a year.</p>
<p>And ask new people in while the group is still full of life. Most circles do it only when they are nearly gone, and then the new one walks into an evening of three tired friends and a lot of history. One new person a year, brought by somebody who takes care of them on the first evening, keeps the air fresh.</p>
<h2>When it really is over</h2>
<p>Some circles have done what they were for. Better one last dinner that everybody knows to be the last, with the photographs on the table, than two years of guilty messages. You will still have the people. You may even see more of them, now that you no longer have to see all of them at once.</p>
<h3>If you do only one thing</h3>
<p>Choose the group that you would miss most. Write to it today, with a date, a place and the words 'I'll be there from seven, come if you can'. No poll.</p>`,
    author: team,
    tags: ['friendship', 'relationships'],
    featured: false,
    published: true,
    metaDescription:
      'Why groups of friends thin out, and the simple arrangements that keep them going: a fixed day, one host, low bars and open doors.',
    featuredImage: '/blog-pictures/ring.svg',
    slug: 'keeping-a-circle-alive',
    days: 52,
  },
  {
    title: 'Client relationships without the slime',
    excerpt:
      'You can be warm with the people you work for without pretending to be their best friend. It begins with doing what you said.',
    content: `<p>There is a way of looking after clients that makes everybody uncomfortable. The birthday card with a printed signature. The message that asks after the children and turns, in the third line, to the renewal. Nobody likes receiving these. Most of us do not like sending them either, and so we do nothing at all, which is no better.</p>
<p>There is a third way. It is to treat clients as what they are, people you know through work, and to be exact about the work and honest about the rest.</p>
<h2>Reliability is the first kindness</h2>
<p>Nothing you can say about somebody's garden makes up for an invoice that is wrong. The warmest thing you can do for a client is what you promised, on the day you promised it, and to tell them early when you cannot. Before you think about relationships, look at the last three things you said you would send. If one of them is still open, start there.</p>
<h2>Remember what makes their work easier</h2>
<p>The most useful notes about a client are not about hobbies. They are about how this person likes to work:</p>
<ul>
<li>Reads mail before nine and never after five.</li>
<li>Wants the number first and the explanation second.</li>
<li>Decides alone, but not before she has talked to her deputy.</li>
<li>Cannot stand surprises, can stand bad news.</li>
<li>School run at three, so no calls.</li>
</ul>
<p>Respecting such things is noticed without ever being mentioned. It says 'I see how you work' far better than a fruit basket.</p>
<h2>The personal, when it is offered</h2>
<p>People tell you about themselves when they want to. If a client mentions that he is training for a marathon, it is natural to ask in May how it went. If he has not mentioned it and you found it on the internet, it is not. A plain rule: <strong>keep what you were told, not what you looked up.</strong></p>
<p>And ask only if you want to hear the answer. If you use a question about somebody's mother to get to your offer, you have used their mother.</p>
<h2>Separate the two letters</h2>
<p>If you want to congratulate, congratulate, and write nothing else. If you want to sell something, sell it, and say so in the first line. Both are perfectly decent. It is the mixture that smells.</p>
<blockquote>
<p>Dear Tom, I saw that the building has opened. It looks splendid, above all the staircase that you fought for. Warm regards from all of us.</p>
</blockquote>
<p>No 'by the way'. If there is business to discuss, it can wait for a message of its own next week.</p>
<h2>Presents</h2>
<p>Small is better than large, and useful to the team better than luxurious for the boss. Many organisations have rules on what their people may accept. Ask, or stay so modest that nobody has to. A book that came up in conversation, with a line on why, is almost always right. Food is good if you know about the allergies, and poor if you do not.</p>
<h2>When it ends</h2>
<p>Projects finish, and clients go elsewhere. How you behave in the last month is what they will tell others about. Hand everything over in good order, do not sulk, and say what you enjoyed. Then write once more after half a year, without a purpose, to ask how it is going. People change jobs and take with them the memory of who was decent when there was nothing more to gain.</p>
<h2>A test</h2>
<p>Imagine that the client reads over your shoulder, the notes you keep and the message you are about to send. If you would change nothing, it is fine. If you would quickly close the window, rewrite it. The test costs nothing, and if you keep people for your work the law may one day apply it for you: those you keep notes on can have a right to see them. More on that in <a href="/blog/writing-about-people">Writing about people who cannot see it</a>.</p>`,
    author: team,
    tags: ['work', 'networking'],
    featured: false,
    published: true,
    metaDescription:
      'How to look after clients honestly: be reliable, keep what you were told and not what you looked up, and never mix warmth with selling.',
    featuredImage: '/blog-pictures/two-leaves.svg',
    slug: 'client-relationships-without-the-slime',
    days: 66,
  },
  {
    title: 'The first message after years',
    excerpt:
      'Writing to somebody you have not spoken to for a long time is mostly a matter of not apologising too much.',
    content: `<p>There is somebody you used to know well. You think of them now and then. The longer it has been, the harder it seems to write, because a message after all this time must surely explain why it comes only now. So another year goes by.</p>
<p>Here is the good news: it does not have to explain anything. Think of the last time somebody wrote to you like that. Were you angry that they had not done it sooner? Or were you simply pleased?</p>
<h2>Before you write, ask yourself what you want</h2>
<p>The honest answer is usually one of three.</p>
<ul>
<li><strong>You miss them.</strong> Wonderful. Say so.</li>
<li><strong>Something needs to be put right.</strong> Then say that, plainly, and without asking to be forgiven.</li>
<li><strong>You need something.</strong> That is allowed too, but then say it in the first message. Two weeks of 'how lovely to be in touch again' before the favour is asked leave a bitter taste.</li>
</ul>
<h2>A message in four sentences</h2>
<ol>
<li>What made you think of them, today.</li>
<li>Something you remember and are glad of.</li>
<li>One line about you.</li>
<li>An end that asks for nothing.</li>
</ol>
<blockquote>
<p>Hello Priya, I found the ticket of that concert in an old coat this morning, the one where we missed the last train. I have told that story so often that I wanted to say thank you for being in it. I live in Leeds now, teach chemistry, and still cannot sing. I hope that you are well, and you need not answer; it was just good to think of you.</p>
</blockquote>
<p>That is all. No list of everything that has happened since. If they answer, there will be time for it, and if not, they have had a friendly minute.</p>
<h2>What to leave out</h2>
<p><strong>The long apology.</strong> 'I am so sorry, I am a terrible friend, I have meant to write for ages' puts the other person to work: now they must console you. Half a sentence will do, 'it has been far too long', and even that is not needed. They were silent too.</p>
<p><strong>The reproach.</strong> 'You never write either' is true and of no use.</p>
<p><strong>The plan.</strong> 'We must meet, are you free on Friday?' is a lot for a first message. Let them come towards you a little first.</p>
<h2>Which way to send it</h2>
<p>Use the quietest way you have. A letter or a card is lovely after years, because nobody has to react at once. A mail is nearly as good. A call out of the blue is brave, but some people are frightened by an unexpected ring from a name they have not seen for a decade, and think that somebody has died.</p>
<h2>If there was a quarrel</h2>
<p>Then be shorter still. Name your own part and stop there. 'I was unfair to you about the flat, and I have been sorry for it. I do not expect anything, I only wanted you to know.' Do not explain what the other did. If they wish to, they will bring it up themselves, and perhaps they will take their share. If no answer comes, you have said what was yours to say. Do not write again.</p>
<h2>If no answer comes</h2>
<p>You will wonder. Most often the reason is dull: an old address, a full week, a message marked as read on a bus and forgotten. You may try once more after some months, in another way. After that, let it be, and without bitterness. You have not lost anything that you had the day before.</p>
<h2>If one does</h2>
<p>Answer within a few days, while it is warm, and then make sure that it does not end there. Write their news down, suggest a call, and put the two of you on a rhythm that you can keep, even if it is twice a year. The second message is the one that turns a nice moment into a friendship again. Our <a href="/blog/friends-who-live-far-away">thoughts on friends who live far away</a> may help with the rest.</p>`,
    author: editors,
    tags: ['friendship', 'writing'],
    featured: false,
    published: true,
    metaDescription:
      'How to write to somebody after years of silence: four sentences, no long apology, and an ending that asks for nothing.',
    featuredImage: '/blog-pictures/letter.svg',
    slug: 'the-first-message-after-years',
    days: 83,
  },
  {
    title: 'A family calendar that does not become a second job',
    excerpt:
      'Every family has one person who knows when everything is. Some ways of sharing that load before the person gives notice.',
    content: `<p>In most families there is one person who knows. When the vaccination is due, when the bins go out, that the cousin's wedding clashes with the school fair, and that somebody has to buy a present for Saturday. Usually nobody appointed them. And usually they find it faster to do it themselves than to explain it, which is how a calendar becomes a second job.</p>
<p>A good family calendar does not make that person more efficient. It makes them less necessary.</p>
<h2>One calendar, in one place</h2>
<p>It does not matter much whether it hangs in the kitchen or lives in a telephone. It matters that there is one. Two half-complete calendars are worse than none, because each of them looks like the truth. Agree on the place and on a short rule: <em>if it is not in there, it is not happening.</em> It sounds hard and works within three weeks, after the first person has missed something of their own.</p>
<h2>Put in what binds others, and nothing else</h2>
<p>Calendars die of too much. Your own to-do list does not belong there, and neither does every swimming lesson that takes place each Tuesday until the end of time. What belongs there is what changes somebody else's day:</p>
<ul>
<li>who is away, from when until when;</li>
<li>who needs the car, the table or the quiet;</li>
<li>who must be brought or fetched, and by whom;</li>
<li>visits, with the names of those who are coming;</li>
<li>days on which somebody should be thought of.</li>
</ul>
<p>The last point is the one that families forget and later regret. Grandad's hospital appointment is not an entry about logistics. It is there so that four people ring him on the day after.</p>
<h2>Every entry has a name on it</h2>
<p>'Dentist' is not an entry. 'Theo to dentist 15:40, Kwame drives' is one. If nobody's name is on it, the task falls to whoever feels the most responsible, and that is always the same person. Write the name even when it is obvious.</p>
<h2>Ten minutes on Sunday</h2>
<p>Once a week, at a meal that takes place anyway, somebody reads the coming days aloud. Not the person who knows. Somebody else, and children who have just learnt to read do it very well. Reading it aloud finds the clashes, and it means that everybody has heard it at least once. Keep it to ten minutes, and have pudding afterwards.</p>
<h2>Share out the remembering, not just the doing</h2>
<p>It is a small help to be told 'just say what I should do'. The remembering is the heavy part. So hand over whole areas, with everything that goes with them: one has all that concerns the car, another the grandparents' birthdays, a third the school. Whoever has an area notices, decides and enters it. They will do it differently from you. That is the price, and it is a fair one.</p>
<h2>The wider family</h2>
<p>For those who do not live with you, a shared calendar is usually too much. What helps is a page for each person with the few dates that count, and somebody who reads through them at the beginning of each month. You might do this in <a href="/">Budkeeper</a>, with a circle for the family whose milestones hold the weddings and births, and an event for each visit with the names of those who are coming. It sends no reminders, so read it over the Sunday pudding. For pills, pick-up times and passports that run out, use something that rings.</p>
<h2>Leave some of it empty</h2>
<p>A family needs evenings on which nothing is going on. If they are not in the calendar they are the first to go. Enter two a month, with a name of their own, and defend them like a doctor's appointment. 'We are busy' is a perfectly true answer when you are busy doing nothing together.</p>`,
    author: team,
    tags: ['family', 'productivity'],
    featured: false,
    published: true,
    metaDescription:
      'A family calendar that shares the load: one place, only what binds others, a name on each entry, and ten minutes on Sunday.',
    featuredImage: '/blog-pictures/month.svg',
    slug: 'a-family-calendar-that-is-not-a-job',
    days: 101,
  },
  {
    title: 'Hosting people who do not know each other',
    excerpt:
      'A good table needs less cooking and more thought about who sits beside whom. A plain plan for an evening of six.',
    content: `<p>You have friends who would like each other and have never met. The obvious thing is to have them all for supper. What holds most people back is a picture of the evening in which they stand in the kitchen with a burning sauce while four strangers discuss the weather next door. It need not be like that. Here is a plan for six.</p>
<h2>Choose the people before the food</h2>
<p>Six is a good number: it can be one conversation or two. Do not invite six people who have nothing in common, and do not invite five who are old friends and one who is not. Three pairs of something work well. Two who love the same thing, two who are new in town, two who always have a story.</p>
<p>Before you ask anybody, look for the bridges. Who else climbs? Who grew up abroad? Who has just had a baby, or just retired? You want at least one thing that each person shares with at least one other, other than you. In Budkeeper, choosing the guests of an event shows you what they have in common. With a pencil and six names on a sheet of paper it takes five minutes.</p>
<h2>Ask what they do not eat, and write it down for ever</h2>
<p>Ask when you invite, and ask everybody in the same words: 'Is there anything you do not eat, or that does not agree with you?' Then keep the answer. Having to explain a nut allergy for the fourth time to the same host is wearing, and an allergy is not a matter of taste. With a serious one, ask what is safe for them, check every label, and tell them on the evening what is in each dish, without making a speech of it.</p>
<h2>Cook something that waits</h2>
<p>The dish should be ready before the doorbell rings and be no worse an hour later. A stew, a big pot of dal, lasagne, a tray of roasted vegetables with good bread. Buy the pudding. Your guests have come to see you and not your back.</p>
<h2>The first ten minutes are the evening</h2>
<p>People who know nobody feel worst between the door and the first drink. So meet them at the door yourself, and give them something to hold and something to do: open this, light those, put the bread on the table. Then introduce them with a bridge rather than a job.</p>
<blockquote>
<p>Maya, this is Dorothy. You are the only two people I know who swim outdoors in January, and I would like somebody to explain it to me.</p>
</blockquote>
<p>A job title ends a conversation as often as it starts one. Something they both care about keeps it going without you, which is the aim.</p>
<h2>Seat them, even at a kitchen table</h2>
<p>Little cards look stiff. Saying 'Tom, would you sit by the window, next to Rosa?' does not. Separate couples, put the shy beside the kind rather than beside the loud, and keep the seat nearest the stove for yourself. Change places for the pudding. It sounds like something from a book of manners, and it saves every second evening.</p>
<h2>When the talk stops</h2>
<p>It will, once or twice. Do not rescue it too soon; often somebody was about to say something. If it lasts, put one question to the whole table that everybody can answer and nobody has to win. What was the first thing you learnt to cook? What is the best thing within an hour of here? Leave politics for those who have asked for it.</p>
<h2>The day after</h2>
<p>Send each of them one line. If two of them got on, tell both, and pass on the address if both agree. That is how your friends become one another's, which is the finest thing a host can do. Then note what you served and who sat where, so that next time nobody gets the same lasagne.</p>`,
    author: editors,
    tags: ['friendship', 'relationships'],
    featured: false,
    published: true,
    metaDescription:
      'A plan for a supper of six who have never met: choose the people first, cook something that waits, introduce with a bridge.',
    featuredImage: '/blog-pictures/table.svg',
    slug: 'hosting-people-who-do-not-know-each-other',
    days: 122,
  },
  {
    title: 'Friends who live far away',
    excerpt:
      'Distance does not end friendships. It takes away the small occasions on which they used to happen by themselves, so those have to be made.',
    content: `<p>When a friend lives round the corner, friendship happens by itself. You meet at the shop, you borrow a drill, you know that the car broke down because you saw it. When the same friend moves to another country, affection stays as it was and all of those small occasions go. What is left is the big ones, the yearly visit and the long call, and they have to carry more than they can.</p>
<p>So the work is not to feel more. It is to put small occasions back.</p>
<h2>Send the unimportant</h2>
<p>After a few months apart people begin to tell each other only the news: a new job, a new flat, a birth. It is all true and none of it is close. Closeness lives in what is not worth telling. The pigeon that has moved in on the balcony. The third attempt at bread. The neighbour's trumpet.</p>
<p>Send that. A photograph without comment. A voice message from the walk to the station, with the wind in it. It asks for no answer, and it keeps the other person in your ordinary days.</p>
<h2>Do something at the same time</h2>
<p>Talking on purpose is tiring, above all on a screen. Doing something together with the line open is not. Cook the same dish. Watch the same match. Sort the same kind of paperwork in silence, and complain about it. Some pairs of friends ring each other every Saturday while they clean the kitchen, and have done so for years. They never need to ask what is new.</p>
<h2>Mind the clock, theirs in particular</h2>
<p>Write down what time it is for them, and what their week is like: early shifts, children in bed by eight, Fridays with the in-laws. If you are in different time zones, take turns with the awkward hour. Remember too that the clocks do not change on the same date everywhere, and that in many countries they do not change at all, so the call that was at seven may for some weeks be at six.</p>
<p>A fixed slot helps here even more than with friends at home. 'The first Sunday of the month, six o'clock yours' removes a dozen messages and the feeling of having to ask.</p>
<h2>Write letters, badly</h2>
<p>A letter is not meant to be literature. Half a page about what can be seen from your window, with a pressed leaf or a bus ticket in it, does what no message can: it lies on a table for a week. If a page seems a lot, send a postcard, from your own town.</p>
<h2>Know the names in their new life</h2>
<p>This is the quiet measure of a friendship over distance. Do you know what the new colleagues are called? The dog, the street, the café? When your friend says 'Ana was at it again' and has to explain who Ana is each time, they stop telling you. Keep a few lines on their world as you would on their birthday, and read them before you ring; <a href="/blog/three-lines-before-a-call">three lines are enough</a>.</p>
<h2>Visits: fewer sights, more kitchen</h2>
<p>When you do meet, it is tempting to fill the days. Leave most of them empty. Go to the supermarket with them, fetch the children, sit about. You came to see the life they lead when you are not there, and you will understand every later message better for it. Before you leave, agree on when you will see each other next. It may be a year away. A date makes it a gap, and no date makes it an end.</p>
<h2>When it thins out</h2>
<p>There will be months in which you hear nothing. With friends far away, silence is nearly always tiredness, and hardly ever coldness. Be the one who assumes the best, and write again as though no time had passed. The great thing about old friends is that, however much time has passed, this works.</p>`,
    author: team,
    tags: ['friendship', 'relationships'],
    featured: false,
    published: true,
    metaDescription:
      'How to stay close to friends in other places: send the unimportant, share small occasions, mind their clock and know the names in their life.',
    featuredImage: '/blog-pictures/two-hills.svg',
    slug: 'friends-who-live-far-away',
    days: 145,
  },
  {
    title: 'Introductions worth making',
    excerpt:
      'Bringing two people together is one of the most generous things you can do, if you ask both of them first.',
    content: `<p>Somewhere among the people you know there are two who ought to meet. One is looking for what the other has: a flat, a first customer, a tennis partner, advice from somebody who has been through it. You are the only person who knows both. An introduction costs you ten minutes and may change a year of somebody's life.</p>
<p>It can also land two people in a conversation that neither of them wanted. The difference lies in how it is done.</p>
<h2>Ask both sides first, one after the other</h2>
<p>The rule has one sentence: nobody gets introduced without having said yes. It is easy to forget, since you like both of them and the idea is so good. But a mail that begins 'you two should talk!' and goes to both at once leaves each of them no polite way out.</p>
<p>Begin with the one of whom something will be asked.</p>
<blockquote>
<p>Freya, a former student of mine, Sam, is deciding between two courses in marine biology. Would you be willing to talk to him for twenty minutes some time this month? It is quite all right to say no, and he does not know that I am asking.</p>
</blockquote>
<p>This has everything in it: who, why, how much, until when, and a door to leave by. If the answer is no, the matter ends there and nobody is embarrassed. If it is yes, ask the other, and then bring them together.</p>
<h2>Three sentences that save an hour</h2>
<p>The introduction itself should let both begin without looking each other up. Say who each of them is to you, why you thought of this, and who does what next.</p>
<blockquote>
<p>Freya, this is Sam, who was in my class and asked the best questions in it. Sam, Freya is a dear friend, studies marine biology in Glasgow and knows both of the courses you are looking at. Sam, please suggest two times that would suit you; Freya is easiest to reach in the evening.</p>
</blockquote>
<p>Then step back. You can leave the conversation after the first reply. Hosts who stay in the doorway make everybody nervous.</p>
<h2>Do not oversell</h2>
<p>'The most brilliant person you will ever meet' is a burden to the one and a warning to the other. Say what you have seen yourself: 'answers when she says she will', 'patient with beginners', 'blunt, and worth it'. If there is something they should know, such as that he is always late, say that as well. Your word is what the introduction rests on, and it is used up by exaggeration.</p>
<h2>Which introductions are worth it</h2>
<ul>
<li><strong>One knows what the other must find out.</strong> The same illness, the same visa office, the same first year with twins.</li>
<li><strong>One makes what the other needs.</strong> Keep this to work you know at first hand.</li>
<li><strong>Both love something that few others do.</strong> These become friendships more often than any other kind.</li>
<li><strong>Both have just arrived,</strong> in a town, a job or a new chapter of life.</li>
</ul>
<p>To see such pairs you have to know a little about your people, and to have it in front of you all at once. Go through your notes once a season with just this question. In Budkeeper, a search for a place or an occupation is a good start, and so is choosing two people for an event and looking at what they share.</p>
<h2>When you are the one introduced</h2>
<p>Answer within two days, even if only to say when you will really answer. Thank the person who made the introduction, in the first line, and move them out of the thread. And when something has come of it, or nothing has, tell them. People who hear how it went make another introduction. People who never hear anything stop.</p>
<h2>When it does not work out</h2>
<p>Sometimes two people you love cannot stand each other. That is no failure of yours or of theirs. Do not ask for reasons, and do not try it a second time at your birthday.</p>`,
    author: editors,
    tags: ['networking', 'work'],
    featured: false,
    published: true,
    metaDescription:
      'How to introduce two people well: ask each of them first, write three useful sentences, do not oversell, and then step back.',
    featuredImage: '/blog-pictures/overlap.svg',
    slug: 'introductions-worth-making',
    days: 171,
  },
  {
    title: 'Small talk is not that small',
    excerpt:
      'It is easy to look down on talk about the weather. But it does a job, and you can learn to do it well.',
    content: `<p>Many people say that they hate small talk and would rather go straight to the real thing. But the real thing is not available straight away. Between two strangers there has to be a stretch in which nothing much is said while each finds out whether the other is friendly, in a hurry, or sad today. That is what small talk is for. The weather is not its subject. The weather is a table to put between two chairs.</p>
<h2>Begin with what you both can see</h2>
<p>The best opening is something in front of both of you. The queue, the dog, the enormous cake, the speaker who has lost his slides. It needs no wit. It says only 'I am here and so are you', and any answer to it is right.</p>
<p>Then comes the part that people leave out: wait. Give the other a moment to pick it up or leave it. Somebody who answers in one word and looks away has told you something, and you may let them be.</p>
<h2>Offer a little of yourself</h2>
<p>Questions alone feel like a form at the doctor's. Put something of yours on the table with each of them.</p>
<ul>
<li>Not 'Have you come far?' but 'I came by train and it was late as usual. Did you have far to come?'</li>
<li>Not 'What do you do?' but 'I know nobody here except the host. How do you know her?'</li>
<li>Not 'Any plans for the summer?' but 'We are going to attempt camping again. Have you ever managed that with children?'</li>
</ul>
<p>It gives the other person two things to answer to, and one of them is easy.</p>
<h2>Listen for the door</h2>
<p>In nearly every short answer there is one word that carries more weight than the rest. 'Oh, fine, we have only just moved back, so everything is in boxes.' The boxes are polite. <em>Back</em> is the door. Back from where? Most of the art is to hear that word and ask about it, rather than tell your own story of boxes.</p>
<p>If no door opens, stay with the boxes. People have the right not to open one.</p>
<h2>Better than 'what do you do?'</h2>
<p>Work is a fine subject for those who like theirs. For somebody who has just lost a job, or looks after a parent at home, it is a hard one. These reach the same people by a kinder way:</p>
<ul>
<li>What has been keeping you busy?</li>
<li>What are you looking forward to?</li>
<li>What brought you to this town?</li>
<li>Who in this room should I meet?</li>
</ul>
<h2>Names</h2>
<p>If you did not catch the name, ask at once. 'I am sorry, I did not catch your name' is charming in the first minute and awkward after an hour. Use it once or twice, early. Ask how it is said if you are not sure, and how it is spelt if you mean to write it down. People with unusual names are used to its being got wrong, and notice when it is not.</p>
<h2>How to leave</h2>
<p>A good conversation of five minutes is better than one of twenty that neither dares to end. You do not need an excuse about drinks. Say what you enjoyed, and go: 'I am glad to have heard about the lighthouse. I am going to say hello to a few more people.' If you would like to go on another time, say so, and say how.</p>
<h2>Afterwards</h2>
<p>When you get home, write down the two or three things you would otherwise lose: the name and how it is said, the door that opened, what they were looking forward to. Next time you need no small talk with this person at all. You can begin with the lighthouse. If the evening was one with many new faces, our notes on <a href="/blog/following-up-after-a-conference">following up after a conference</a> go on from here.</p>`,
    author: team,
    tags: ['networking', 'relationships'],
    featured: false,
    published: true,
    metaDescription:
      'What small talk is for and how to do it well: begin with what you both see, offer something of yourself, and listen for the door.',
    featuredImage: '/blog-pictures/bubbles.svg',
    slug: 'small-talk-is-not-that-small',
    days: 198,
  },
  {
    title: 'Write the gift down in March',
    excerpt:
      'People tell you all year what they would love to have. In December nobody remembers. A note of five words solves it.',
    content: `<p>In the middle of March your sister says, while looking for a pen, that she has never owned a really good one. You think: that would be a present. In the second week of December you stand in a shop and buy her a scented candle, because you cannot think of anything she wants.</p>
<p>Good presents are rarely a matter of money or taste. They are a matter of having written down five words in March.</p>
<h2>What a hint sounds like</h2>
<p>People seldom say 'I would like to have'. They say:</p>
<ul>
<li>'I always borrow yours.' (The big casserole, the good umbrella, the ladder.)</li>
<li>'I used to have one of those.' (Then they lost it, and never thought it worth replacing.)</li>
<li>'One day I am going to learn that.' (The first lesson makes a good present, and so does the book.)</li>
<li>'It is silly, but I love ...' (Marmalade from that one shop. It is not silly.)</li>
<li>'This thing drives me mad.' (The blunt knife, the torch with the loose contact.)</li>
</ul>
<p>When you hear one, make the note as soon as you decently can. Five words and the month: 'really good pen, March'. If you know the size, the colour or what they have already, add it now, since that is what you will need to know at the till.</p>
<h2>Write down what you gave, too</h2>
<p>The second list is just as useful, and almost nobody keeps it. What did you give, when, and how did it go? It saves you from giving your father the same book twice, it shows you that he has never once worn a scarf, and after some years it makes rather good reading. Note as well what you were given and by whom, at least until the thank-you letters are written.</p>
<h2>Presents that are not things</h2>
<p>Many people have more than enough in their cupboards. For them the note may say something else:</p>
<ul>
<li>a day on which you do their garden, with the date on the card;</li>
<li>tickets for two, where you are the second;</li>
<li>the family recipes, collected and copied by hand;</li>
<li>an evening with the children, so that they can go out;</li>
<li>the photograph they have only on an old telephone, printed and framed.</li>
</ul>
<p>Put a date on it. A promise without a date is a present that they have to remind you of.</p>
<h2>For children who are not yours</h2>
<p>Ask the parents first, always. About allergies before anything that is eaten or worn, about noise, about what there is too much of already. Then write down what the child is mad about, with the month, for it will have changed by the summer. A detective owl in April may well be a volcano in September.</p>
<h2>Where to keep the notes</h2>
<p>In the place where you keep the person, rather than on a list called 'Christmas'. If it stands beside their birthday and their hobbies you will see it when you need it. In Budkeeper you might give one of the custom fields the name 'Present idea'; it has room for fifty characters, which is about as long as a good idea gets. When it has been given, move it to the list of what you gave and leave the field empty for the next hint.</p>
<h2>The letter afterwards</h2>
<p>If you are on the receiving end, a thank-you of three sentences is plenty: what it is, where it has found its place, and one thing you thought when you opened it. 'The pen lies beside the telephone and has made me write down two messages that I would have forgotten' is a better present than the pen.</p>
<p>And if all else fails, and the shop is about to close, take the marmalade. Somebody said that they love it. You wrote it down. For everything else about the day itself, see <a href="/blog/remembering-birthdays-kindly">How to remember birthdays kindly</a>.</p>`,
    author: editors,
    tags: ['family', 'productivity', 'writing'],
    featured: false,
    published: true,
    metaDescription:
      'Good presents come from hints that somebody wrote down. How to hear them, note them in five words, and find them again in December.',
    featuredImage: '/blog-pictures/gift.svg',
    slug: 'write-the-gift-down-in-march',
    days: 231,
  },
  {
    title: 'Writing about people who cannot see it',
    excerpt:
      'Notes on others are a way of caring for them, and a small power over them. A few rules that keep the two apart.',
    content: `<p>If you keep notes on the people in your life you do something friendly and, at the same time, something delicate. They have trusted you with what they told you. They did not know that it would be written down. That does not make it wrong. A diary does the same, and so does every address book with a 'careful, dog' in it. But it does ask for a little thought.</p>
<h2>The one rule</h2>
<p>Write as though the person might read it one day. Not because they will, but because it changes what you write. 'Drinks too much' becomes 'prefers to meet for breakfast'. 'Endless talker' becomes 'allow an hour'. The second version is kinder and, as it happens, more useful. It tells you what to do instead of what to think.</p>
<h2>Note what helps you to be good to them</h2>
<p>Before you write something down, ask what it is for. There are good answers:</p>
<ul>
<li>I will cook for her, so I note the allergy.</li>
<li>His mother is ill, so I ask after her.</li>
<li>They do not like to be telephoned, so I write.</li>
<li>She has told me the name of the child that she lost, so I never get it wrong.</li>
</ul>
<p>And there are bad ones: it might be useful one day, it is interesting, the others would not believe it. If the honest reason is one of those, let it go by.</p>
<h2>What does not belong in any notes</h2>
<ul>
<li><strong>Secrets that were told to you as secrets.</strong> You will not forget them, and on paper they are safe with nobody.</li>
<li><strong>Other people's passwords, card numbers and documents.</strong> Not even to be helpful. Not even your mother's.</li>
<li><strong>Guesses.</strong> 'Probably depressed', 'I think they are splitting up'. A guess looks like a fact by the time you read it again.</li>
<li><strong>What you found by searching for them.</strong> If they wanted you to know it, they would have told you.</li>
</ul>
<p>Be especially sparing with health, faith, politics and whom somebody loves. Such things can do real harm in the wrong hands, and the law in many countries protects them more than others for that reason. An allergy that you cook around is worth a line. A diagnosis hardly ever is.</p>
<h2>At home and at work are not the same</h2>
<p>Notes that you keep purely for yourself, on family and friends, are a private matter. In the United Kingdom and in the European Union, data protection law leaves purely personal and household activities alone. When you keep notes on clients or colleagues for your work, it generally does apply to you. Then people can have a right to know what you hold about them, to have it corrected and to have it deleted. If you do this in any quantity, find out what your duties are, and ask your employer before you start a list of your own.</p>
<h2>Keep it where you can lock it</h2>
<p>A paper notebook that lies about on trains is no safer than a computer. Wherever you keep your notes, see to it that you alone can open them: a password that you use nowhere else, a telephone that locks by itself, no list on a shared screen in the office. In Budkeeper, what you write is visible only to you, and our <a href="/privacy-policy">Privacy Policy</a> says in plain words what is stored and who could reach it. You should ask that of any place to which you give such notes, ours included. And please do not try it out with real names in our demo account, which everybody shares.</p>
<h2>Tidy up</h2>
<p>People change, and notes do not. The ex-husband is still in there, the vegan has been eating cheese for two years, the job that was hated is long over. Once or twice a year read what you have on each person and delete what is no longer so. It is a pleasant hour, and you will want to ring half of them.</p>
<h2>If somebody asks</h2>
<p>Tell them. 'Yes, I write things down, because I forget and do not want to.' Then show them what you have on them. If you have kept to the one rule, this is a nice moment. Most people are touched to learn that somebody took the trouble to remember how they take their tea.</p>`,
    author: team,
    tags: ['relationships', 'writing'],
    featured: false,
    published: true,
    metaDescription:
      'How to keep notes on other people with respect: write as though they might read it, note what helps, leave out the rest, and tidy up.',
    featuredImage: '/blog-pictures/notebook.svg',
    slug: 'writing-about-people',
    days: 268,
  },
  {
    title: 'Saying no and staying friends',
    excerpt:
      'A clear no, given early and warmly, does less harm to a friendship than a yes that you do not keep.',
    content: `<p>Most of us would rather disappoint somebody later than now. So we say 'I'll try', 'probably', 'let me look', and hope that the thing goes away. It does not. It turns into a message on the day itself, when the table has been booked and the chairs have been counted.</p>
<h2>A slow no is the unkind one</h2>
<p>If you know today that you will not come, today is the day to say so. An early no leaves the other person free to ask somebody else, change the date or buy less bread. A late no takes all of that away, and teaches them that your yes means nothing either.</p>
<p>'Let me look' is fine if you really do look. Say when you will answer, and answer then.</p>
<h2>No to the thing, yes to the person</h2>
<p>A good refusal has three short parts: thanks, the no, and something that says it is not about them.</p>
<blockquote>
<p>Thank you for asking me. I am not going to come on Saturday, I need a weekend at home. I would love to hear how it was; shall I ring you on Tuesday?</p>
</blockquote>
<p>Note what is missing. There is no long list of reasons. Reasons invite solutions: 'but you could come for just an hour', 'but the children can sleep here'. Then you have to say no again, to something that was meant kindly. A short reason is enough, or none at all.</p>
<h2>Offer something else only if you mean it</h2>
<p>'Another time!' is a phrase. If you would like another time, name one. If you would not, leave it out, and let the warm words stand alone. People feel the difference after the third 'another time'.</p>
<h2>When they ask for a favour</h2>
<p>Money, a job for the nephew, help with moving in the hottest week of the year. Here it helps to know beforehand what you are glad to give. Some people will always carry boxes and never lend money. Others are the reverse. When you know this about yourself, a no sounds like what it is, a rule of yours, and not a judgement of them.</p>
<ul>
<li>'I never lend money to friends, because I want to keep them. May I help you to go through the figures?'</li>
<li>'I cannot recommend somebody I have not worked with. I am happy to read the application.'</li>
<li>'My back will not do another move. I can bring lunch for everybody.'</li>
</ul>
<h2>Taking a no</h2>
<p>The other half of the art is to make it easy for others. Ask in a way that can be refused: not 'you are coming, aren't you?' but 'would you like to?'. When the no comes, do not ask why. Say 'of course, thank you for telling me', and mean it. Friends who can say no to you will believe you when you say yes.</p>
<p>And ask again. Somebody who could not come three times in a row may be waiting for the fourth invitation, and be afraid that it will not come.</p>
<h2>After the no</h2>
<p>Do what you said you would do instead. If you promised to ring on Tuesday, ring on Tuesday. It shows that you were speaking of a weekend and not of a friendship. And when you notice that you have refused the same person four times, be honest with yourself about why. Perhaps you are only tired. Perhaps you would like to see them in another way, for an hour and on foot. Tell them. Most people would far rather have a walk than an excuse.</p>`,
    author: editors,
    tags: ['friendship', 'relationships'],
    featured: false,
    published: false,
    metaDescription:
      'How to refuse an invitation or a favour without hurting a friendship: early, warmly, without a list of reasons.',
    featuredImage: '',
    slug: 'saying-no-and-staying-friends',
    days: 6,
  },
  {
    title: 'Changing jobs without losing your colleagues',
    excerpt:
      'You spend more hours with colleagues than with most friends. On the last day half of that ends, unless you do something about it in the weeks before.',
    content: `<p>On the last day there is cake, a card with thirty names and a lot of 'we must stay in touch'. Everybody means it. A month later the only trace of five years is a row of faces on a network where people congratulate each other on anniversaries.</p>
<p>Of those thirty you will keep three or four. That is quite right. But it should be the three or four you would choose, and not those who happen to live nearby.</p>
<h2>Before you tell anybody, make a list</h2>
<p>Who taught you something? With whom did the bad days become bearable? Who would you call for advice, or hire, or simply miss? Ten names at most. The chief is rarely among them, the colleague from the post room quite often.</p>
<h2>Get a private address, and give yours</h2>
<p>On your last evening your work mail, your calendar and the chat will be gone, and with them every way of reaching these people. Ask each of the ten for an address or number of their own, in person, and give them yours. Take nothing else with you: no client lists, no internal directories. Those belong to your employer, and taking them may break both your contract and the law.</p>
<h2>Tell them what it was</h2>
<p>In your last two weeks, say or write to each of the ten one thing that you learnt from them or were glad of. Be exact.</p>
<blockquote>
<p>In my first month you told the whole meeting that the mistake was yours, when it was mine. I have tried to do the same for others ever since. Thank you.</p>
</blockquote>
<p>Nobody ever forgets such a note. It is also far easier to write to somebody in a year's time if the last thing they heard from you was this.</p>
<h2>The first three months</h2>
<p>You will be busy being new. They will be busy closing the gap that you left. This is when threads tear, so put four small things into your calendar now:</p>
<ol>
<li>After two weeks, a message to each of the ten on how it is going. Two sentences.</li>
<li>After six weeks, lunch with the two who work closest to your new place.</li>
<li>After three months, one evening with everybody who likes to come, at a time and place that you decide.</li>
<li>On the day when the big thing you had worked on together is finished, a word of congratulation.</li>
</ol>
<h2>What to talk about when it is no longer the office</h2>
<p>For the first few meetings you will live from old stories and from who has left since. Then that is used up, and it turns out whether there is something else. Help it along: find out what they do when they are not at work. It is astonishing how little we know of people with whom we have shared a printer for years.</p>
<h2>Do not speak ill of the old place</h2>
<p>They still work there. However right you are, each complaint asks them either to defend it or to feel foolish for staying. Ask how they are, and listen. And should you be the one they come to when they want to leave as well, help them quietly.</p>`,
    author: team,
    tags: ['networking', 'work'],
    featured: false,
    published: false,
    metaDescription:
      'How to keep the colleagues you would miss when you change jobs: ten names, private addresses, an exact thank-you, and a plan for three months.',
    featuredImage: '',
    slug: 'changing-jobs-without-losing-your-colleagues',
    days: 1,
  },
]
