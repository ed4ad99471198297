/** Common English first names with their short forms, one group a line. A short form may be in several groups. */
const groups = `
  abigail abby abbie gail
  abraham abe bram
  albert al bert bertie
  alexander alex alec sandy xander lex sasha
  alexandra alex alexa lexi sandra sandy sasha
  alfred alf alfie fred
  alice ali allie
  alison allison ali allie
  amanda mandy
  andrea andi
  andrew andy drew
  angela angie
  ann anne anna annie nancy nan
  anthony antony tony ant
  arthur art artie
  barbara barb barbie babs
  bartholomew bart
  benjamin ben benny benji
  bernard bernie
  bradley brad
  bridget bridie biddy
  calvin cal
  cameron cam
  caroline carolyn carol carrie caro
  catherine katherine kathryn catharine katharine kate katie kathy cathy kat kit kitty kay
  charles charlie chas chuck chaz
  charlotte charlie lottie lotte
  christina christine chris chrissie tina christy kirsty
  christopher chris kit topher
  clifford cliff
  constance connie
  cynthia cindy
  daniel dan danny
  daniella danielle dani
  david dave davey davy
  deborah debra deb debbie
  dennis den denny
  dominic dom nick
  donald don donnie
  dorothy dot dottie dolly
  douglas doug dougie
  edith edie
  edmund ed eddie ned ted
  edward ed eddie ned ted teddy
  edwin ed eddie
  eleanor ellie nell nellie nora ella
  elizabeth elisabeth liz lizzie lizzy beth bess bessie betty betsy eliza libby lisa elsie liza ellie
  emily em millie
  emma em
  eric rick
  esther essie
  eugene gene
  evelyn evie eve
  ezekiel zeke
  florence flo flossie
  frances fran frankie fanny
  francis frank frankie fran
  franklin frank
  frederick frederic fred freddie freddy
  gabriel gabe
  gabriella gabrielle gabby
  geoffrey jeffrey geoff jeff
  george georgie
  georgina georgia georgie
  gerald gerry jerry
  gerard gerry
  gertrude gertie trudy
  gilbert gil bert
  grace gracie
  gregory greg gregg
  gwendolyn gwen
  harold harry hal
  harriet hattie harrie
  helen nell nellie ellen
  henrietta etta hettie
  henry harry hank hal
  herbert herb bert
  howard howie
  hubert hugh bert
  isaac ike zac
  isabella isabel isobel izzy bella belle
  jacob jake
  jacqueline jackie jacqui
  james jim jimmy jamie
  jane janie jenny
  janet jan
  janice jan
  jason jay
  jean jeanie
  jeanne jeannie
  jennifer jen jenny jenna
  jeremiah jerry jem
  jeremy jem jez
  jessica jess jessie
  joan joanie
  joanna joanne jo
  john jack johnny jon
  jonathan jonathon jon jonny johnny
  joseph joe joey
  josephine jo josie
  joshua josh
  joyce joy
  judith judy jude
  julia julie jules
  julian jules
  kenneth ken kenny
  kimberly kimberley kim
  kristina kristine kris tina
  laura laurie
  lauren laurie
  lawrence laurence larry laurie lawrie
  leonard len lenny leo
  leslie les
  lewis louis lew lou louie
  lillian lilian lily lil
  linda lindy lyn
  louise lou lulu
  lucille lucy
  lucy lucinda lucia
  luke lucas
  madeleine madeline maddie maddy
  malcolm mal
  marcus marc mark
  margaret maggie meg megan peggy madge marge margie greta daisy rita
  maria mary
  marilyn lyn
  marjorie marge
  martha marty mattie
  martin marty
  mary molly polly mae may minnie
  matilda tilly mattie
  matthew mathew matt mat
  maureen mo
  maurice mo
  maxwell maximilian max
  melanie mel
  melissa mel missy lissa
  michael mike mick micky mickey mikey
  michelle michele shelly
  miranda mandy
  mitchell mitch
  miriam mimi
  mohammed muhammad mohamed mohammad mo
  natalie nat
  natasha tasha nat
  nathan nathaniel nate nat
  neil neal
  nicholas nicolas nick nicky nico
  nicola nicole nicky nikki
  norman norm
  oliver ollie olly
  olivia liv livvy
  oscar ozzie
  oswald oz ozzie
  pamela pam
  patricia pat patty patsy tricia trish
  patrick pat paddy
  paul paulie
  penelope penny
  percival percy
  peter pete
  philip phillip phil pip
  philippa pippa pip
  priscilla cilla
  rachel rachael rach
  randolph randall randy
  raymond ray
  rebecca rebekah becca becky
  reginald reg reggie
  richard rick ricky dick rich richie
  robert rob robbie bob bobby bert
  roberta bobbie
  roderick rod
  rodney rod
  roger rodge
  roland rollo
  ronald ron ronnie
  rosemary rosie rose
  roy leroy
  rudolph rudy
  russell russ
  ruth ruthie
  samantha sam sammy
  samuel sam sammy
  sarah sara sadie sally
  sebastian seb
  sharon shaz
  sheila shelagh
  shirley shirl
  sidney sydney sid syd
  simon si
  sophia sophie sofia
  stanley stan
  stephanie steph stevie
  stephen steven steve stevie
  stewart stuart stu
  susan susanna susannah suzanne sue susie suzie suzy
  sylvester sly
  tabitha tabby
  terence terrence terry
  teresa theresa tess tessa terry tracy
  theodore theo ted teddy
  thomas tom tommy
  timothy tim timmy
  tobias toby
  ursula ursa
  valerie val
  vanessa nessa
  veronica ronnie
  victor vic
  victoria vicky vicki tori
  vincent vince vinny
  virginia ginny
  vivian vivien viv
  walter walt wally
  wendy gwendoline
  wilfred wilf
  william will bill billy willie liam
  winifred winnie freda
  winston win
  yvonne vonnie
  zachary zac zach zack zak
  zoe zoey
`

/** First names without short forms that are spelled nearly like another one. */
const others = new Set(
  (
    'adele adelle ailsa alisa andre andreas carlo carola christian christin clara cristian cristin daniele elise ' +
    'emanuel emanuele emanuelle erica gabriele hannah jan jana jorgen julien jurgen kevin kelvin kristian kristin leila lelia ' +
    'marie marino marion marlon marvin michel nicolo paola pascal pascale paula raffaele raphaele raphaelle robin robyn ' +
    'samuele samuelle simone stefan stefanie'
  ).split(' '),
)

const groupsByName = new Map<string, number[]>()
for (const [n, group] of groups.trim().split('\n').entries()) {
  for (const name of group.trim().split(' ')) groupsByName.set(name, [...(groupsByName.get(name) ?? []), n])
}

/** Whether a word in lower case is a first name of the lists. */
export const isFirstname = (word: string) => groupsByName.has(word) || others.has(word)

/** Whether two first names in lower case can be those of one person, such as 'liz' and 'elizabeth'. */
export function areNicknames(one: string, other: string) {
  const groupsOfOther = groupsByName.get(other)
  return groupsOfOther !== undefined && (groupsByName.get(one) ?? []).some((n) => groupsOfOther.includes(n))
}
