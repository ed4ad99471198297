import { eventLabels, otherEventLabels } from '~/events/events/event'
import { otherBudLabels } from '~/people/buds/bud'
import { budLabels } from '~/people/buds/bud-fields'
import type { RecordType } from '~/people/buds/record-kinds'
import { circleLabels } from '~/people/circles/circle'
import { interactionLabels } from '~/people/interactions/interaction'
import { smartListLabels } from '~/people/lists/smart-list'

const ofDevices = { object: 'Values of devices' }

/** The labels of the fields in the history. A column without one is no field. */
export const recordLabels: Record<RecordType, Record<string, string>> = {
  bud: { ...budLabels, ...otherBudLabels, proposals: 'Proposed', relations: 'Relations', ...ofDevices },
  circle: { ...circleLabels, ...ofDevices },
  event: { ...eventLabels, ...otherEventLabels, ...ofDevices },
  interaction: interactionLabels,
  list: smartListLabels,
}
