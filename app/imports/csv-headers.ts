/** What a header says of its column. */
type HeaderMeaning = {
  /** A mapping word, or one of `undecided`. */
  word: string
  /** The label of the values, such as 'Home'. Empty: the header has none. */
  label: string
}

/** Meanings that the other columns decide: 'Name' can be a surname, a first name or both. */
export const undecided = { name: '?name', city: '?city', title: '?title', outlook: '?outlook' }

/** Normalised headers in English, German, French, Spanish, Italian, Portuguese and Dutch, by mapping word. */
const nouns: Record<string, string> = {
  [undecided.name]: 'name|nom|nombre|nome|naam|navn|namn',
  [undecided.city]: `
    city|town|stadt|ort|wohnort|ville|ciudad|localidad|poblacion|citta|localita|cidade|plaats|stad
    woonplaats
  `,
  [undecided.title]: 'title|titel|titre|titulo|titolo',
  [undecided.outlook]: `
    priority|private|sensitivity|prioritat|privat|vertraulichkeit|priorite|prive
    critere de diffusion
  `,
  name: `
    full name|fullname|display name|contact name|file as|person name|vollstandiger name|anzeigename
    nom complet|nom et prenom|nombre completo|nome completo|nome e cognome|volledige naam
    weergavenaam|email display name|email angezeigter name
  `,
  Firstname: `
    first name|firstname|given name|givenname|forename|first|vorname|prenom|primer nombre
    nombre de pila|primeiro nome|nome proprio|voornaam|fornavn|fornamn|imie
  `,
  middleName: `
    middle name|middlename|additional name|second name|weitere vornamen|zweiter vorname
    deuxieme prenom|segundo nombre|secondo nome|nome do meio|tweede voornaam
  `,
  Surname: `
    last name|lastname|surname|family name|familyname|last|nachname|familienname|zuname
    nom de famille|apellido|apellidos|cognome|sobrenome|apelido|achternaam|familienaam|etternavn
    efternamn|nazwisko
  `,
  Nickname: 'nickname|nick name|nick|spitzname|surnom|apodo|mote|soprannome|alcunha|bijnaam|roepnaam',
  Occupation: `
    occupation|job title|job|jobtitle|position|role|profession|organization title|beruf
    berufsbezeichnung|funktion|poste|fonction|metier|titre professionnel|cargo|puesto|profesion
    ocupacion|professione|ruolo|mansione|qualifica|profissao|ocupacao|beroep|functie
  `,
  OccupationLocation: `
    occupation location|company|organization|organisation|organization name|organization location
    employer|company name|business|workplace|office location|firma|unternehmen|arbeitgeber
    firmenname|buro|societe|entreprise|employeur|empresa|compania|organizacion|azienda|societa|ditta
    organizacao|bedrijf|werkgever
  `,
  Location: 'location|lives in|standort|lieu|lieu de residence|ubicacion|luogo|localizacao|locatie',
  Budtype: 'bud type|budtype',
  hobbies: `
    hobby|hobbies|interests|hobbys|interessen|loisirs|aficiones|passatempi|passatempos
    hobbies en interesses
  `,
  preferences: 'preferences',
  industry: 'industry|industries|branche|secteur|sector|settore|setor',
  origination: 'origination|where we met|how we met',
  LastInteraction: `
    last interaction|last contact|last contacted|letzter kontakt|dernier contact|ultimo contacto
  `,
  cadenceDays: 'cadence days|keep in touch every days',
  emails: `
    email|emails|email address|email value|mail|mail address|primary email|secondary email
    emailaddress|email adresse|mailadresse|email addresse|adresse email|adresse mail
    adresse de messagerie|courriel|adresse courriel|mel|correo|correo electronico
    direccion de correo electronico|correo electronico direccion|email direccion|posta elettronica
    indirizzo email|indirizzo di posta elettronica|endereco de email|correio eletronico
    correio electronico|endereco de correio eletronico|emailadres
  `,
  'emails.label': 'email label|email type',
  phones: `
    phone|phones|phone number|phone value|telephone|telephone number|tel|tel no|primary phone
    telefon|telefonnummer|rufnummer|telefon nr|telefono|numero de telefono|numero di telefono
    telephone fixe|numero de telephone|telefone|numero de telefone|telefoon|telefoonnummer
    telefoon nummer|haupttelefon
  `,
  'phones.label': 'phone label|phone type',
  links: `
    website|websites|website value|web page|webpage|web site|homepage|home page|url|link|links|web
    webseite|internetseite|site web|site internet|page web|sitio web|pagina web|sito web|sito|site
    blog|profile url
  `,
  'links.label': 'website label|website type',
  addresses: `
    address|addresses|address formatted|full address|mailing address|postal address|adresse
    anschrift|adresse postale|direccion|direccion postal|indirizzo|endereco|morada|adres
  `,
  'addresses.label': 'address label|address type',
  'addresses.street': `
    street|street address|address street|address extended address|extended address|address po box
    po box|address line|strasse|strasse hausnummer|strasse und hausnummer|strasse nr|postfach|rue
    numero et rue|adresse ligne|boite postale|calle|apartado postal|via|rua|logradouro|straat
    straat en huisnummer|postbus
  `,
  'addresses.city': 'address city',
  'addresses.region': `
    region|state|province|county|address region|state province|bundesland|bundesland kanton|kanton
    departement|dep region|provincia|estado|regione|estado provincia|provincie|distrito
  `,
  'addresses.postcode': `
    postcode|post code|postal code|zip|zip code|zipcode|address postal code|plz|postleitzahl
    code postal|codigo postal|cp|cap|codice postale|cep
  `,
  'addresses.country': `
    country|country region|address country|land|land region|pays|pays region|pais|pais region|paese
    paese area geografica|nazione|stato
  `,
  dates: 'event value',
  'dates.label': 'event label|event type',
  customFields: 'custom field value|relation value|im value|user|benutzer',
  'customFields.name': `
    custom field label|custom field type|relation label|relation type|im service|im label
  `,
  notes: `
    notes|note|comment|comments|remarks|memo|description|notizen|notiz|bemerkung|bemerkungen
    kommentar|anmerkungen|remarque|remarques|commentaire|commentaires|nota|notas|comentarios
    observaciones|commenti|osservazioni|observacoes|notities|opmerkingen|opmerking
  `,
  groups: `
    groups|group|group membership|labels|categories|category|tags|tag|keywords|gruppen|gruppe
    kategorien|kategorie|stichworter|groupe|groupes|categorie|libelles|etiquettes|grupos|grupo
    categorias|etiquetas|gruppi|gruppo|etichette|groepen|groep|categorieen
  `,
  skip: 'email typ|organization type',
}

/** Headers whose values have a label of their own, by mapping word and label. */
const labelled: [word: string, label: string, headers: string][] = [
  [
    'phones',
    'Mobile',
    `
      mobile|mobile phone|mobile number|mobile no|phone mobile|telefon mobil|tel mobil|cell
      cell phone|cellphone|cellular|handy|handynummer|mobil|mobiltelefon|mobilnummer|mobilfunk
      portable|telephone portable|tel mobile|telephone mobile|tel portable|movil|telefono movil
      celular|cellulare|telefono cellulare|telemovel|telefone celular|mobiel|mobiele telefoon|gsm
      mobiel nummer|natel
    `,
  ],
  ['phones', 'Fax', 'fax|fax number|telefax|faxnummer|telecopie|telecopieur'],
  ['phones', 'Pager', 'pager'],
  ['phones', 'Car', 'car phone|autotelefon'],
  ['phones', 'Company', 'company main phone|telefon firma'],
  ['phones', 'Assistant', 'assistant s phone|telefon assistent'],
  ['phones', 'Radio', 'radio phone'],
  ['phones', 'Callback', 'callback|ruckmeldung'],
  ['phones', 'ISDN', 'isdn'],
  ['phones', 'TTY', 'tty tdd phone'],
  ['phones', 'Home', 'landline|festnetz|fixe|fijo|fisso'],
  [
    'dates',
    'Birthday',
    `
      birthday|birthdate|birth date|date of birth|dob|born|bday|geburtstag|geburtsdatum|geb datum
      anniversaire|date de naissance|naissance|cumpleanos|fecha de nacimiento|nacimiento|compleanno
      data di nascita|aniversario|data de nascimento|nascimento|verjaardag|geboortedatum|fodselsdag
      fodelsedag
    `,
  ],
  [
    'dates',
    'Anniversary',
    `
      anniversary|wedding anniversary|wedding day|jahrestag|hochzeitstag|anniversaire de mariage
      aniversario de boda|anniversario|aniversario de casamento|trouwdag|jubileum
    `,
  ],
  [
    'customFields',
    'Spouse',
    `
      spouse|partner|ehepartner|ehegatte partner|conjoint|conyuge|coniuge|conjuge
    `,
  ],
]

/** The words of a header that say whose value it is, by label. */
const qualifiers: Record<string, string> = {
  Home: `
    home|private|personal|privat|prive|privee|personnel|domicile|maison|casa|particular|privato
    abitazione|domicilio|pessoal|residencial|thuis
  `,
  Work: `
    work|business|office|geschaftlich|geschaeftlich|dienstlich|beruflich|arbeit|buro|bureau
    professionnel|professionnelle|travail|trabajo|oficina|laboral|lavoro|ufficio|zakelijk|werk
    trabalho|comercial|profissional
  `,
  Other: `
    other|weitere|weiterer|weiteres|andere|sonstige|autre|otro|otra|altro|altra|overig|outro|outra
  `,
}

const labelOfToken = new Map(
  Object.entries(qualifiers).flatMap(([label, tokens]) =>
    terms(tokens).map((token) => [token, label] as const),
  ),
)

const meanings = new Map<string, HeaderMeaning>([
  ...Object.entries(nouns).flatMap(([word, headers]) => meaningsOf(word, '', headers)),
  ...labelled.flatMap(([word, label, headers]) => meaningsOf(word, label, headers)),
])

function meaningsOf(word: string, label: string, headers: string) {
  return terms(headers).map((header) => [header, { word, label }] as const)
}

function terms(list: string) {
  return list.trim().split(/\s*[|\n]\s*/)
}

/** Lower case without accents, punctuation and numbers: 'E-Mail 2: Adresse' is 'email adresse'. */
function normalised(header: string) {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
}

/** The meaning of a header, or undefined. A qualifier such as 'Home' or 'geschäftlich' is the label. */
export function headerMeaning(header: string): HeaderMeaning | undefined {
  // The type of an address in Outlook is 'SMTP'; that of Google, with a dash, is the label.
  if (/^E-mail( \d)? Type$/i.test(header)) return { word: 'skip', label: '' }
  const text = normalised(header.slice(0, 100))
  const whole = meanings.get(text)
  if (whole) return whole
  const tokens = text.split(' ')
  const labels = tokens.map((token) => labelOfToken.get(token)).filter((label) => label !== undefined)
  const meaning = meanings.get(tokens.filter((token) => !labelOfToken.has(token)).join(' '))
  if (!meaning || labels.length === 0 || !isTyped(meaning.word)) return undefined
  const word = meaning.word === undecided.city ? 'addresses.city' : meaning.word
  return { word, label: [...new Set([...labels, meaning.label])].filter(Boolean).join(' ') }
}

/** Whether values of the word have labels. */
const isTyped = (word: string) =>
  /^(?:emails|phones|links|dates|addresses(?:\.(?!label).+)?)$/.test(word) || word === undecided.city

export const isKnownHeader = (header: string) => headerMeaning(header) !== undefined
