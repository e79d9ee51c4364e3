/** Status of every level for the verification screen (KYC-03, KYC-05, KYC-08, KYC-15, KYC-17). */
import type { LevelStatus as ShownLevel } from '@tunjo/contract/kyc'
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import type { OwnRenewal } from '@tunjo/contract/renewal-reasons'
import type { KycContext } from './core/context.ts'
import { findCustomer, lastSurvey } from './core/customer-store.ts'
import { type FormRow, formsOfAccount, type ItemRow, itemsOf } from './core/form-store.ts'
import { progressOf } from './core/forms.ts'
import { asRenewed, openRenewals, type RenewalRow } from './core/renewal-store.ts'
import { formsOf, levelOf, NOT_BEGUN, verifiedLevel } from './core/rules.ts'
import type { Level } from './core/types.ts'

export interface VerificationStatus {
  surveyAnswered: boolean
  personType: PersonType
  mayChoosePersonType: boolean
  levels: ShownLevel[]
  surveyRenewal: OwnRenewal | null
}

export async function showStatus({ db }: KycContext, accountId: string): Promise<VerificationStatus> {
  const [customer, forms, items, survey, renewals] = await Promise.all([
    findCustomer(db, accountId),
    formsOfAccount(db, accountId),
    itemsOf(db, accountId),
    lastSurvey(db, accountId),
    openRenewals(db, accountId),
  ])
  const personType = customer?.personType ?? 'natural'
  const verified = verifiedLevel(customer ?? NOT_BEGUN)
  const levels = formsOf(personType).map((form) => {
    const row = forms.find((one) => one.form === form)
    const renewal = renewals.find(({ subject }) => subject === form) ?? null
    return shownLevel(form, { row, items: items.filter((item) => item.form === form), verified, renewal })
  })
  const surveyRenewal = renewals.find(({ subject }) => subject === 'survey')
  return {
    surveyAnswered: survey !== null,
    personType,
    mayChoosePersonType: mayChoosePersonType(verified, forms),
    levels,
    surveyRenewal: surveyRenewal ? ownRenewal(surveyRenewal) : null,
  }
}

export const mayChoosePersonType = (verified: Level, forms: readonly FormRow[]): boolean =>
  verified === 0 && forms.every(({ sentAt }) => sentAt === null)

interface LevelFacts {
  row: FormRow | undefined
  items: readonly ItemRow[]
  verified: Level
  renewal: RenewalRow | null
}

function shownLevel(form: Form, { row, items, verified, renewal }: LevelFacts): ShownLevel {
  const state = stateOf(form, row, verified)
  const { done, total } = progressOf(form, row?.fields ?? {}, items)
  const isOver = state === 'verified' || state === 'sent'
  return {
    level: levelOf(form),
    form,
    state,
    done: isOver ? total : done,
    total,
    sentAt: row?.sentAt?.toISOString() ?? null,
    declined: state === 'declined' ? declinedOf(items) : [],
    renewal: renewal && row ? shownRenewal(form, row, items, renewal) : null,
  }
}

const declinedOf = (items: readonly ItemRow[]): ShownLevel['declined'] =>
  items.filter(({ state }) => state === 'declined').map(({ slot, description }) => ({ slot, description: description ?? '' }))

const ownRenewal = ({ why, requestedAt, dueAt }: RenewalRow): OwnRenewal => ({
  why,
  requestedAt: requestedAt.toISOString(),
  dueAt: dueAt.toISOString(),
})

/** Status of the form that is being sent again, in addition to the verified level. */
function shownRenewal(form: Form, row: FormRow, all: readonly ItemRow[], renewal: RenewalRow): ShownLevel['renewal'] {
  const { form: asked, items } = asRenewed(renewal, row, all)
  const { done, total } = progressOf(form, asked.fields, items)
  const state = asked.state === 'sent' || asked.state === 'declined' ? asked.state : 'open'
  return { ...ownRenewal(renewal), state, done: state === 'sent' ? total : done, total, declined: declinedOf(items) }
}

function stateOf(form: Form, row: FormRow | undefined, verified: Level): ShownLevel['state'] {
  if (levelOf(form) <= verified) return 'verified'
  if (levelOf(form) > verified + 1) return 'locked'
  if (row?.state === 'sent' || row?.state === 'accepted') return 'sent'
  return row?.state === 'declined' ? 'declined' : 'open'
}
