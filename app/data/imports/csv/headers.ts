import type { LineField } from '~/people/buds/bud-fields'

/** The names of columns, in lower case without accents and punctuation. `csv/header-meaning.ts` looks them up. */

/** Meanings that the other columns decide, or the values: 'Name' can be a surname, a first name or both. */
export const undecided = {
  name: '?name',
  city: '?city',
  title: '?title',
  outlook: '?outlook',
  day: '?day',
  code: '?code',
  /** A header that is only a label, such as 'Home'. */
  label: '?label',
}

/** Normalised headers in English, German, French, Spanish, Italian, Portuguese and Dutch, by mapping word. */
export const nouns: Record<string, string> & Record<LineField, string> = {
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
    name given|name first|fname|given names|forenames|nombre de pila|primeiro nome|nome proprio|voornaam|fornavn|fornamn|imie
  `,
  middleName: `
    middle name|middlename|name middle|name additional|additional name|second name|weitere vornamen|zweiter vorname
    deuxieme prenom|segundo nombre|secondo nome|nome do meio|tweede voornaam
  `,
  Surname: `
    last name|lastname|surname|family name|familyname|last|name family|name last|lname|nachname|familienname|zuname
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
    employer|company name|account name|business|workplace|office location|firma|unternehmen|arbeitgeber
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
  'phones.code': `
    phone calling code|calling code|phone country code|country calling code|telephone country code|phone code
    phone prefix|dial code|dialing code|dialling code|international prefix|landervorwahl|landesvorwahl
    indicatif pays|prefijo internacional|prefisso internazionale|codigo do pais|landnummer
  `,
  [undecided.code]: 'country code|country prefix',
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
    postcode|post code|postal code|zip|zip code|zipcode|zip postal code|postal zip code|address postal code|plz|postleitzahl
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
    groups|group|group membership|labels|categories|category|keywords|gruppen|gruppe
    kategorien|kategorie|stichworter|groupe|groupes|categorie|libelles|etiquettes|grupos|grupo
    categorias|etiquetas|gruppi|gruppo|etichette|groepen|groep|categorieen
  `,
  tags: 'tags|tag',
  skip: 'email typ|organization type',
}

/** Headers whose values have a label of their own, by mapping word and label. */
export const labelled: [word: string, label: string, headers: string][] = [
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
  ['phones.code', 'Mobile', 'mobile country code|mobile calling code|mobile code|cell country code'],
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

/** Columns with a part of a date, by mapping word and label. */
export const dateParts: [word: string, label: string, headers: string][] = [
  [undecided.day, 'Birthday', 'birth day|bday day'],
  ['dates.day', 'Birthday', 'day of birth|jour de naissance|dia de nacimiento|giorno di nascita|geboortedag'],
  [
    'dates.month',
    'Birthday',
    `
      birth month|month of birth|geburtsmonat|mois de naissance|mes de nacimiento|mese di nascita
      mes de nascimento|geboortemaand
    `,
  ],
  [
    'dates.year',
    'Birthday',
    `
      birth year|year of birth|yob|geburtsjahr|jahrgang|annee de naissance|ano de nacimiento
      anno di nascita|ano de nascimento|geboortejaar
    `,
  ],
]

/** Words for a part of a date behind the name of the date: 'Birthday / Month'. */
export const datePartNames = {
  'dates.day': 'day|dd|tag|jour|dia|giorno|dag',
  'dates.month': 'month|mm|monat|mois|mes|mese|maand',
  'dates.year': 'year|yyyy|yy|jahr|annee|ano|anno|jaar',
}

/** What holds the fields of a person in a header with a path, such as 'Contact / Email'. */
export const containers = `
  person|people|persons|contact|contacts|kontakt|kontakte|contacto|contactos|contatto|contatti|contato
  contatos|customer|client|member|individual|details|info|information|data|basic|general|properties
  fields|attributes
`

/** What holds the fields of a company. */
export const companyContainers = `
  company|organization|organisation|employer|firma|unternehmen|arbeitgeber|societe|entreprise|empresa
  azienda|societa|bedrijf|werkgever
`

/** Words that do not change what a value is. */
export const neutral = `
  primary|main|default|preferred|mailing|current|secondary|alternate|alternative|additional|extra
  principal|principale|aktuelle|aktueller
`

/** The words of a header that say whose value it is, by label. */
export const qualifiers: Record<string, string> = {
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
