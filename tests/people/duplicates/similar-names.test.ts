import { expect, test } from 'vitest'
import { areSimilar, wordsOf } from '~/people/duplicates/similar-names'

const compare = (one: string, other: string) => {
  const [words, others] = [one, other].map((name) => wordsOf({ Firstname: name, Surname: '' }))
  return [areSimilar(words ?? [], others ?? []), areSimilar(others ?? [], words ?? [])]
}

test.each([
  ['José Núñez', 'JOSE NUNEZ'],
  ['Lovelace Ada', 'Ada Lovelace'],
  ['Liz Taylor', 'Elizabeth Taylor'],
  ['Liz', 'Elizabeth'],
  ['Bob Smith', 'Smith, Robert'],
  ['Ada Byron Lovelace', 'Ada Lovelace'],
  ['A. Lovelace', 'Ada Lovelace'],
  ['Ada Lovelace', 'Ada Lovelcae'],
  ['Ada Lovelace', 'Ada Lovelac'],
  ['Ada Featherstonehaugh', 'Ada Fetherstonehaugth'],
  ['Sinéad O’Brien', 'Sinead OBrien'],
  ['Cathrine Larch', 'Catherine Larch'],
  ['Micheal Larch', 'Michael Larch'],
  ['Brain Larch', 'Brian Larch'],
  ['Phillipp Larch', 'Philipp Larch'],
  ['Stephannie Larch', 'Stephanie Larch'],
  ['Chrisopher Larch', 'Christopher Larch'],
  ['Anna Elizbeth Larch', 'Anna Elizabeth Larch'],
  ['Martin Braun', 'Martin Brauns'],
  ['Markus Larch', 'Marcus Larch'],
  ['Tomas Larch', 'Thomas Larch'],
  ['Stefen Larch', 'Stephen Larch'],
  ['Elisabet Larch', 'Elisabeth Larch'],
  ['Jörgen Larch', 'Joergen Larch'],
])('%s and %s are similar', (one, other) => {
  expect(compare(one, other)).toEqual([true, true])
})

test.each([
  ['Ada Lovelace', 'Grace Hopper'],
  ['Ada Lovelace', 'Ada King'],
  ['Ada Lovelace', 'Ada'],
  ['Jan King', 'Jon King'],
  ['Anna Smith', 'Bert Smith'],
  ['Ada Lovelace', 'Ida Lovelcae'],
  ['Ada Lovelace', 'Ada Loveland'],
  ['Charles Smith', 'Charlotte Smith'],
  ...(
    'Anna/Hannah Emily/Emma Maria/Marie ' +
    'Christian/Christin Kristin/Kristian Gabriel/Gabriele Daniel/Daniele Martin/Marvin Marlon/Marion Jürgen/Jörgen ' +
    'Nicole/Nicolo Andrea/Andreas Simon/Simone Julian/Julia Paul/Paula Michael/Michaela Alexander/Alexandra ' +
    'Eric/Erica Jan/Jana Jon/Joan Robin/Robyn Marina/Martina Karina/Katrina Katrin/Karin Florin/Florian ' +
    'Kevin/Kelvin Christoph/Christophe Johannes/Johanne Robert/Roberto Carlos/Carlo Carol/Carlo Carla/Carola ' +
    'Louis/Louise André/Andrée Angelica/Angelina Adriana/Adrina Mariana/Marina Juliana/Juliane Elsie/Elise ' +
    'Leila/Lelia Alisa/Ailsa Marion/Marino Daniele/Danielle Gabriele/Gabrielle Emanuele/Emanuelle Stefan/Stefanie ' +
    'Valentin/Valentina Miroslav/Miloslav Cristina/Cristiana Marius/Marcus Joel/Joelle Henri/Henry Michele/Michela ' +
    'Frederic/Frederica Maurice/Mauricio Sascha/Saschka Bernard/Bernarda Philippe/Philippa Pascal/Pascale'
  )
    .split(' ')
    .map((pair) => pair.split('/').map((name) => `${name} Larch`)),
])('%s and %s are not similar', (one, other) => {
  expect(compare(one, other)).toEqual([false, false])
})
