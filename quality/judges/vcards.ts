/** The parts of the app that the judges judge. Built by vcard-judges.mjs. */
export { vcardVersions, writeVCard } from '~/exports/vcard-write'
export { fitBud } from '~/imports/fit-bud.server'
export { readVCards } from '~/imports/vcard'
export { groupOf } from '~/imports/vcard-groups'
export { personOf } from '~/imports/vcard-person'
export { utf8Bytes } from '~/imports/vcard-value'
export { anyBud } from '../../tests/support/any-bud'
