import Stripe from 'stripe'
import type { Card, Customer, Invoice, Session, SetupIntent, Subscription } from './state.server'
import { newId } from './world.server'

/** Nothing is older than this. */
const begun = Date.UTC(2026, 0, 1) / 1_000
const monthly = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
} as const
const list = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url })
const noAddress = { address: null, email: null, name: null, phone: null, tax_id: null }
const ourselves = { type: 'self' } as const

const product = 'prod_stand_in'

export const price: Stripe.Price = {
  id: 'price_stand_in',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: begun,
  currency: 'gbp',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product,
  recurring: monthly,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: 0,
  unit_amount_decimal: null,
}

const plan: Stripe.Plan = {
  id: price.id,
  object: 'plan',
  active: true,
  amount: 0,
  amount_decimal: null,
  billing_scheme: 'per_unit',
  created: begun,
  currency: 'gbp',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
}

export function setPrice(pence: number) {
  price.unit_amount = plan.amount = pence
  price.unit_amount_decimal = plan.amount_decimal = Stripe.Decimal.from(pence)
}

export const monthlyAmount = () => price.unit_amount ?? 0
export const priceInWords = () => `£${(monthlyAmount() / 100).toFixed(2)}`

export function newCustomer(created: number, given: Stripe.CustomerCreateParams): Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: metadataOf(given.metadata),
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

/** Stripe keeps texts. */
export function metadataOf(given: Stripe.Emptyable<Stripe.MetadataParam> | undefined): Stripe.Metadata {
  return Object.fromEntries(Object.entries(given || {}).map(([name, value]) => [name, String(value)]))
}

export function newCard(created: number, customer: string, last4: string): Card {
  const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' }
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: noAddress,
    card: {
      brand: 'visa',
      checks,
      country: 'GB',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2099,
      fingerprint: newId('').slice(1, 17),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

export function newSetupIntent(
  created: number,
  { customer }: Stripe.Checkout.SessionCreateParams,
): SetupIntent {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_stand_in`,
    created,
    customer: customer as string,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

export function newSession(
  created: number,
  given: Stripe.Checkout.SessionCreateParams,
  { setupIntent, url, hasTrial }: { setupIntent: string | null; url: string; hasTrial: boolean },
): Session {
  const id = newId('cs_test')
  const total = given.mode === 'setup' ? null : hasTrial ? 0 : monthlyAmount()
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: given.currency ?? 'gbp',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer as string,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: given.mode === 'setup' ? null : [],
    expires_at: created + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: metadataOf(given.metadata),
    mode: given.mode ?? 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: given.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: given.success_url ?? null,
    total_details: total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${url}/checkout/${id}`,
    wallet_options: null,
  }
}

type Span = { start: number; end: number }

export function newSubscription(
  created: number,
  given: {
    customer: string
    card: string
    period: Span
    trialEnd: number | null
    metadata: Stripe.Metadata
  },
): Subscription {
  const id = newId('sub')
  const { customer, card, period, trialEnd, metadata } = given
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: 'gbp',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: card,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: ourselves,
    },
    items: list([newItem(id, created, period)], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: trialEnd ? 'trialing' : 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd ? created : null,
  }
}

function newItem(subscription: string, created: number, period: Span): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  }
}

/** A draft. */
export function newInvoice(
  created: number,
  given: {
    subscription: Subscription
    customer: Customer
    reason: 'subscription_create' | 'subscription_cycle'
    total: number
    period: Span
    finalizesAt: number | null
  },
): Invoice {
  const { subscription, customer, reason, total, period, finalizesAt } = given
  const id = newId('in')
  return {
    id,
    object: 'invoice',
    account_country: 'GB',
    account_name: 'Budkeeper',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: 'gbp',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: ourselves,
    last_finalization_error: null,
    latest_revision: null,
    lines: list([newLine(id, subscription, total, period)], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  }
}

function newLine(
  invoice: string,
  subscription: Subscription,
  total: number,
  period: Span,
): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: total,
    currency: 'gbp',
    description: total === 0 ? 'Trial period for Budkeeper' : `1 × Budkeeper (at ${priceInWords()} / month)`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(total),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: total,
    taxes: [],
  }
}
