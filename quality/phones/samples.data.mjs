/**
 * Properties as programs write them: of each kind one is chosen, others are added at random. An `n` in braces is the number of
 * the object.
 */
export const cardLines = {
  name: [
    ['N:Bell;Ann{n};Mary,Jane;Dr.;PhD', 'FN:Dr. Ann{n} Mary Jane Bell PhD'],
    ['N;CHARSET=UTF-8:Müller;Jörg{n};;;', 'FN;CHARSET=UTF-8:Jörg{n} Müller'],
    [
      'N;LANGUAGE=ja:山田;太郎{n};;;',
      'FN:太郎{n} 山田',
      'X-PHONETIC-FIRST-NAME:たろう',
      'X-PHONETIC-LAST-NAME:やまだ',
    ],
    ['N:;Cher{n};;;', 'FN:Cher{n}'],
    ["FN:Élodie{n} d'Arc", "N:d'Arc;Élodie{n};;;"],
  ],
  any: [
    ['NICKNAME:Annie{n}'],
    ['NOTE:First line\\nsecond\\, with a comma\\; and more {n}'],
    ['TEL;TYPE=CELL,VOICE;X-PREF=1:+44 (0)7700 900{n}'],
    ['TEL;type=WORK;type=FAX:020 7946 0{n}', 'TEL;TYPE=pager:5550{n}'],
    ['item1.TEL:+1 202 555 0{n}', 'item1.X-ABLabel:Sailing boat'],
    ['EMAIL;TYPE=INTERNET,HOME;PREF=1:ann{n}@example.org'],
    ['item2.EMAIL;type=INTERNET:ann.b{n}@example.net', 'item2.X-ABLabel:_$!<Other>!$_'],
    [
      'ADR;TYPE=HOME;LABEL="1 High Street":PO Box {n};Flat 2;1 High Street;Bath;Somerset;BA1 {n};United Kingdom',
    ],
    ['item3.ADR;type=WORK:;;5 Quay;Bristol;;BS1;England', 'item3.X-ABADR:gb'],
    ['ORG:Budkeeper Ltd;Research;Group {n}', 'TITLE:Engineer', 'ROLE:Project lead'],
    ['BDAY:1985-04-{d}'],
    ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-{d}'],
    ['ANNIVERSARY:2010-06-{d}'],
    ['item4.X-ABDATE;type=pref:2012-07-{d}', 'item4.X-ABLabel:_$!<Anniversary>!$_'],
    ['URL;TYPE=HOME:https://example.org/ann/{n}'],
    ['item5.URL:https://example.net/{n}', 'item5.X-ABLabel:_$!<HomePage>!$_'],
    ['CATEGORIES:Friends,Choir {n}'],
    ['GEO:51.38{n};-2.36'],
    ['TZ:+01:00'],
    ['CLASS:PRIVATE', 'SORT-STRING:Bell'],
    ['KEY;ENCODING=b;TYPE=PGP:bm90IGEga2V5IHtufQ=='],
    ['LOGO;VALUE=uri:https://example.org/logo{n}.png'],
    ['SOUND;TYPE=OGG;VALUE=uri:https://example.org/{n}.ogg'],
    ['MAILER:Pine {n}'],
    ['AGENT;VALUE=uri:https://example.org/agent{n}.vcf'],
    ['IMPP;X-SERVICE-TYPE=Jabber;type=HOME:xmpp:ann{n}@example.org', 'X-JABBER;TYPE=HOME:ann{n}@example.org'],
    ['X-SKYPE-USERNAME:ann.{n}', 'X-ICQ:{n}000'],
    ['X-SOCIALPROFILE;type=mastodon;x-user=ann{n}:https://social.example/@ann{n}'],
    [
      'X-ABRELATEDNAMES;type=SPOUSE:Bo{n} Bell',
      'X-SPOUSE:Bo{n} Bell',
      'X-ASSISTANT:Cy {n}',
      'X-MANAGER:Di {n}',
    ],
    ['item6.X-ABRELATEDNAMES:Ed{n}', 'item6.X-ABLabel:Godfather'],
    [
      'X-EVOLUTION-FILE-AS:Bell\\, Ann{n}',
      'X-EVOLUTION-VIDEO-URL;X-EVOLUTION-UI-SLOT=1:',
      'X-MOZILLA-HTML:FALSE',
    ],
    ['X-KADDRESSBOOK-X-SpouseName:Bo{n}', 'X-KADDRESSBOOK-CRYPTOPROTOPREF:openpgp/mime'],
    ['X-MS-OL-DEFAULT-POSTAL-ADDRESS:2', 'X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=b:bm90IGEgcGljdHVyZQ=='],
    ['X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Annie{n};1;;;;;;;;;;;;;'],
    ['X-APPLE-SUBLOCALITY:Weston', 'X-IMAGEHASH:{n}abc', 'X-ABShowAs:COMPANY'],
    ['X-GROUP-MEMBERSHIP:My Contacts', 'X-GENDER:female'],
    ['X-LONG:{long}'],
    ['X-EMPTY:', 'X-ODD;X-P="a;b:c,d":with \\, and \\; and \\\\ and "quotes" {n}'],
  ],
}

/** Only vCard 4.0 has these. */
export const card4Lines = [
  ['GENDER:F;grows {n} kinds of beans'],
  ['LANG;TYPE=home;PREF=1:fr', 'LANG;PREF=2:en'],
  ['RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6b{n}'],
  ['RELATED;VALUE=text;TYPE=co-worker:Please contact Di {n}'],
  ["BIRTHPLACE:Babies'R'Us Hospital {n}", 'DEATHDATE:20960415'],
  [
    'EXPERTISE;LEVEL=expert:chemistry {n}',
    'HOBBY;INDEX=1;LEVEL=high:reading',
    'INTEREST;LEVEL=medium:r&b music',
  ],
  [
    'CALURI;PREF=1:https://cal.example.com/calA{n}',
    'FBURL:https://www.example.com/busy/{n}',
    'CALADRURI:mailto:a{n}@example.com',
  ],
  ['CLIENTPIDMAP:1;urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0{n}', 'EMAIL;PID=4.1,5.1:pid{n}@example.com'],
  ['TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+1-555-555-5{n};ext=5555'],
  [
    'ADR;GEO="geo:12.3457,78.910";LABEL="Mr. John Q. Public, Esq.\\nMail Drop":;;123 Main Street;Any Town;CA;91921-1234;U.S.A.',
  ],
  [
    'XML:<config xmlns="http://example.org/x"><a>{n}</a></config>',
    'SOURCE:ldap://ldap.example.com/cn=Ann{n}',
  ],
]

export const eventLines = {
  time: [
    ['DTSTART;TZID=Europe/London:202705{d}T190000', 'DTEND;TZID=Europe/London:202705{d}T210000'],
    ['DTSTART:202705{d}T180000Z', 'DURATION:PT90M'],
    ['DTSTART;TZID=America/New_York:202706{d}T090000', 'DTEND;TZID=America/New_York:202706{d}T100000'],
    ['DTSTART:202707{d}T080000', 'DTEND:202707{d}T083000'],
    ['DTSTART;VALUE=DATE:202708{d}', 'DTEND;VALUE=DATE:202708{e}'],
  ],
  any: [
    ['DESCRIPTION:Bring tea\\, cake\\nand {n} chairs', 'LOCATION:The Old Library\\, Bath'],
    ['LOCATION;ALTREP="https://example.org/{n}":Town hall', 'GEO:51.38{n};-2.36'],
    [
      'ORGANIZER;CN="Ann, Bell":mailto:ann{n}@example.org',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Bo:mailto:bo{n}@example.org',
      'ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS="1.2":mailto:cy{n}@example.org',
    ],
    [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT{n}M',
      'DESCRIPTION:Soon',
      'X-WR-ALARMUID:A{n}',
      'END:VALARM',
    ],
    [
      'BEGIN:VALARM',
      'ACTION:AUDIO',
      'TRIGGER;VALUE=DATE-TIME:20270501T120000Z',
      'ATTACH;VALUE=URI:Chord',
      'REPEAT:2',
      'DURATION:PT5M',
      'END:VALARM',
    ],
    ['CLASS:CONFIDENTIAL', 'PRIORITY:{n}', 'STATUS:TENTATIVE', 'TRANSP:TRANSPARENT'],
    ['ATTACH;FMTTYPE=application/pdf:https://example.org/{n}.pdf', 'URL:https://example.org/event/{n}'],
    ['CATEGORIES:Choir,"Two"', 'RESOURCES:Piano,Chairs', 'COMMENT:No {n}', 'CONTACT:Ann\\, 0{n}'],
    [
      'RELATED-TO;RELTYPE=PARENT:parent{n}@example.org',
      'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:https://meet.example/{n}',
    ],
    [
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="1 High Street\\nBath";X-APPLE-RADIUS=70;X-TITLE=Home:geo:51.38{n},-2.36',
      'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
    ],
    ['X-MOZ-GENERATION:{n}', 'X-MOZ-LASTACK:20270501T120000Z'],
    [
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      'X-MICROSOFT-CDO-IMPORTANCE:1',
      'X-ALT-DESC;FMTTYPE=text/html:<p>Tea {n}</p>',
    ],
    ['COLOR:turquoise', 'IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.org/{n}.png', 'X-LONG:{long}'],
    ['X-GOOGLE-CONFERENCE:https://meet.example/g{n}', 'SOURCE;VALUE=URI:https://example.org/s{n}'],
  ],
}
