/** Present and former bank accounts of a customer, for officers: holder, use, changes, and what blocks payouts (ADM-06). */

import type { OfficerBankAccount, UserBankAccounts } from '@tunjo/contract/payments-officers'
import type { Permission } from '@tunjo/contract/permissions'
import type { PaymentsContext } from '../context.ts'
import { accountHeldUntil } from '../rules.ts'
import type { KnownPerson } from '../transfers/payer.ts'
import { presentAccount } from './account-fields.ts'
import { matchOf, mismatchesOf, sortByRisk } from './account-match.ts'
import {
  type AlertOfAccount,
  alertsOf,
  blocksOf,
  type ChangeRow,
  changesOf,
  otherPayersOf,
  type PlaceUse,
  type SavedAccount,
  savedAccounts,
  usesOf,
} from './account-use-store.ts'

/** An officer's read permissions apart from movements of money. */
interface Sight {
  readonly verification: boolean
  readonly signIns: boolean
}

export async function reviewAccounts(
  context: PaymentsContext,
  accountId: string,
  permissions: readonly Permission[],
): Promise<UserBankAccounts> {
  const { db, clock, limits } = context
  const sees: Sight = { verification: permissions.includes('kyc.read'), signIns: permissions.includes('users.read') }
  const saved = await savedAccounts(db, accountId)
  const person = await limits.verifiedPerson(db, accountId)
  const uses = await usesOf(db, accountId)
  const changes = await changesOf(db, accountId)
  const alerts = sees.verification ? await alertsOf(db, accountId) : []
  const blocks = await blocksOf(db, accountId, clock.now())
  const payers = await otherPayersOf(db, accountId)
  const own = <Row extends { readonly savedId: string }>(rows: readonly Row[], id: string) => rows.filter(({ savedId }) => savedId === id)
  return {
    holder: person && sees.verification ? holderOf(person) : null,
    // Risk decisions of officers are read with the permission for verification.
    blocks: blocks.filter(({ cause }) => cause !== 'risk' || sees.verification).map(({ cause, until }) => ({ cause, until: iso(until) })),
    accounts: sortByRisk(
      saved.map((one) =>
        shown(context, one, {
          person,
          sees,
          uses: own(uses, one.id),
          changes: own(changes, one.id),
          alerts: own(alerts, one.id),
        }),
      ),
    ),
    otherPayers: payers.map(({ transactionId, at, isOpen, payer: { name, document, bank, account } }) => ({
      ...{ transactionId, isOpen, name, document, bank, number: account },
      at: at.toISOString(),
    })),
  }
}

interface KnownOfAccount {
  readonly person: KnownPerson | null
  readonly sees: Sight
  readonly uses: readonly PlaceUse[]
  readonly changes: readonly ChangeRow[]
  readonly alerts: readonly AlertOfAccount[]
}

function shown(context: PaymentsContext, saved: SavedAccount, { person, sees, uses, changes, alerts }: KnownOfAccount): OfficerBankAccount {
  const mismatches = mismatchesOf(saved, person)
  const isNow = ({ bankId, number }: PlaceUse) => bankId === saved.bankId && number === saved.number
  const now = uses.filter(isNow)
  return {
    ...presentAccount(context, { ...saved, seal: null }),
    // A deleted account is no longer paid.
    ...(saved.deletedAt ? { heldUntil: null } : {}),
    addedAt: saved.createdAt.toISOString(),
    deletedAt: iso(saved.deletedAt),
    match: matchOf(mismatches, saved.isPaid),
    mismatches,
    holder: saved.reported && sees.verification ? holderOf(saved.reported) : null,
    ...usedFor(now),
    earlier: earlierOf(
      context,
      uses.filter((use) => !isNow(use)),
    ),
    waiting: waitingOf(context, saved),
    returned: { count: saved.returned, lastAt: iso(saved.returnedAt), lastReason: saved.returnedReason },
    sharedWith: saved.sharedWith,
    changes: shownChanges(context, changes, sees),
    alerts: alerts.map(({ kind, severity, openedAt }) => ({ alertId: kind, severity, since: openedAt.toISOString() })),
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const holderOf = ({ fullName, documentType, documentNumber }: KnownPerson) => ({ name: fullName, documentType, document: documentNumber })

type Use = OfficerBankAccount['deposits']
const NO_USE: Use = { count: 0, amount: 0n, firstAt: null, lastAt: null }

function usedFor(uses: readonly PlaceUse[]): { deposits: Use; payouts: Use } {
  const of = (payout: boolean): Use => {
    const use = uses.find(({ isPayout }) => isPayout === payout)
    return use ? { count: use.count, amount: use.amount, firstAt: iso(use.firstAt), lastAt: iso(use.lastAt) } : NO_USE
  }
  return { deposits: of(false), payouts: of(true) }
}

function earlierOf({ parameters }: PaymentsContext, uses: readonly PlaceUse[]): OfficerBankAccount['earlier'] {
  const keyOf = ({ bankId, number }: PlaceUse) => `${bankId} ${number}`
  return uses
    .filter((use, index) => uses.findIndex((one) => keyOf(one) === keyOf(use)) === index)
    .map((first) => ({
      bank: parameters.bank(first.bankId)?.name ?? '',
      number: first.number,
      ...usedFor(uses.filter((use) => keyOf(use) === keyOf(first))),
    }))
}

function waitingOf({ settings, clock }: PaymentsContext, { waiting, waitingAmount, inReview, payAfter, changedAt }: SavedAccount) {
  const heldUntil = accountHeldUntil(changedAt, { holdMs: settings.newAccountHoldMs, now: clock.now() })
  const until = waiting > 0 && heldUntil && payAfter && payAfter > clock.now() ? payAfter : null
  return { count: waiting, amount: waitingAmount, inReview, until: iso(until) }
}

/** Newest first; each with the destination of money before and since. */
function shownChanges({ parameters }: PaymentsContext, changes: readonly ChangeRow[], sees: Sight): OfficerBankAccount['changes'] {
  const place = (row: ChangeRow | undefined) =>
    row?.number && row.bankId !== null ? { bank: parameters.bank(row.bankId)?.name ?? '', number: row.number } : null
  const said = changes.map((row, index) => ({
    change: row.change,
    at: row.at.toISOString(),
    before: row.change === 'edited' ? place(changes[index - 1]) : null,
    after: place(row),
    session: sees.signIns ? sessionOf(row) : null,
  }))
  return said.reverse()
}

const sessionOf = ({ startedAt, place, browser, system }: ChangeRow) =>
  startedAt && place !== null && browser !== null && system !== null ? { startedAt: startedAt.toISOString(), place, browser, system } : null
