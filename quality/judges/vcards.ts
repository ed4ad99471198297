/** The parts of the app that the judges judge. Built by build.mjs. */
export { vcardVersions } from '~/data/exports/vcard-lines'
export { writeVCard } from '~/data/exports/vcard-write'
export { fitBud } from '~/data/imports/plan/fit-bud.server'
export { groupOf } from '~/data/imports/vcard/groups'
export { personOf } from '~/data/imports/vcard/person'
export { utf8Bytes } from '~/data/imports/vcard/value'
export { readVCards } from '~/data/imports/vcard/vcard'
export { anyBud } from '../../tests/support/any-bud'
