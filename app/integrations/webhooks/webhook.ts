import { recordTypes } from '~/people/buds/record-kinds'

/** Outgoing webhooks of an account (product 28). */
export const webhookLimit = 10
export const webhookNameLength = 100

export const webhookLabels = {
  url: 'Address',
  name: 'Webhook name',
  types: 'Events',
  password: 'Account password',
}

export const deliveryStates = ['pending', 'sending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a webhook is off: its receiver has said that it is gone, or nothing was delivered for days. */
export const offReasons = ['gone', 'failing'] as const
export type OffReason = (typeof offReasons)[number]

const webhookVerbs = ['created', 'updated', 'deleted'] as const

/** The types of events that a receiver can choose. The form, the rules and the API go by it. */
export const recordEventTypes = recordTypes.flatMap((record) =>
  webhookVerbs.map((verb) => `${record}.${verb}` as const),
)
export type RecordEventType = (typeof recordEventTypes)[number]

/** An event with more records than `capture_webhook_events` names. */
const manyChanged = 'change.applied'
export const testType = 'webhook.test'

/** The types of events. */
export const eventTypes = [...recordEventTypes, manyChanged, testType] as const
export type EventType = (typeof eventTypes)[number]

/** A webhook as the API returns it. */
export type Webhook = {
  _id: string
  name: string
  url: string
  /** The events that it is told of. Null: all. */
  types: RecordEventType[] | null
  offSince: Date | null
  offReason: OffReason | null
  createdAt: Date
}

/** A delivery as the API returns it. */
export type Delivery = {
  _id: string
  type: EventType
  state: Exclude<DeliveryState, 'sending'>
  attempts: number
  status: number | null
  problem: string | null
  createdAt: Date
  nextAttemptAt: Date | null
}

export const webhooksPath = '/dashboard/developers#webhooks'
