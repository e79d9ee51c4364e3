/** Composition of the ledger: postings, holds, balances, proofs. */

import type { Database, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Writer } from './batch.ts'
import { freeze, freezes, lift, lockFreezes } from './freezes.ts'
import { GroupCommit } from './group-commit.ts'
import { ledgerInGroups } from './in-groups.ts'
import { LedgerMutex } from './ledger-mutex.ts'
import { holdAvailable, postWithin } from './post-within.ts'
import { prove } from './prove.ts'
import { provedBalances } from './proved-balances.ts'
import { provedHeld, provedHold } from './proved-hold.ts'
import { provedTransfer } from './proved-transfer.ts'
import {
  balance,
  balances,
  entriesOf,
  expiredHolds,
  headOfChain,
  history,
  openHold,
  openHolds,
  postedAt,
  postedFor,
  postings,
  totals,
  transfer,
} from './queries.ts'
import { sealOldRows } from './seal-old-rows.ts'
import { readSeals } from './seals.ts'
import { customersAt, linkBefore, totalsAt } from './totals-at.ts'
import type { Ledger, Leg } from './types.ts'
import { verify } from './verify.ts'
import { unprovedAccounts, unprovedAmong, verifyAgain, verifyHeld, verifyNext } from './verify-next.ts'
import { wasHeld } from './was-held.ts'

export interface LedgerOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'derive'>
  readonly env: Environment
}

/** Create a ledger. Any number of them may post to the same database, in one process or in many. */
export function createLedger({ db, clock, log, secrets, env }: LedgerOptions): Ledger {
  const writer: Writer = { shard: 0, holder: newId(), seals: readSeals(secrets, env) }
  const { shard } = writer
  const groupCommit = new GroupCommit({ db, clock, log, writer })
  const turns = new LedgerMutex()
  const post = (legs: readonly Leg[]) => groupCommit.post(legs)
  const within = (tx: Transaction, legs: readonly Leg[]) => postWithin(tx, { writer, clock, turns }, legs)
  return {
    inGroups: ledgerInGroups(writer),
    post,
    postWithin: within,
    hold: (hold) => post([{ kind: 'hold', ...hold }]),
    holdWithin: (tx, hold) => within(tx, [{ kind: 'hold', ...hold }]),
    holdAvailable: (tx, hold, least = 1n) => holdAvailable(tx, { writer, clock, turns }, hold, least),
    settle: (settle) => post([{ kind: 'settle', ...settle }]),
    settleWithin: (tx, settle) => within(tx, [{ kind: 'settle', ...settle }]),
    release: (release) => post([{ kind: 'release', ...release }]),
    releaseWithin: (tx, release) => within(tx, [{ kind: 'release', ...release }]),
    reverse: (reverse) => post([{ kind: 'reverse', ...reverse }]),
    reverseWithin: (tx, reverse) => within(tx, [{ kind: 'reverse', ...reverse }]),
    balance: (account, at) => balance(db, shard, account, at),
    postedAt: (account, instants) => postedAt(db, shard, account, instants),
    balances: (owner) => balances(db, shard, owner),
    history: (account, page = {}) => history(db, shard, account, page),
    transfer: (id) => transfer(db, shard, id),
    ...provedReads(db, writer),
    ...readsByRef(db, shard),
    ...readsAt(db, writer),
    openHold: (id) => openHold(db, shard, id),
    openHolds: (account, page) => openHolds(db, shard, account, page),
    expiredHolds: (limit) => expiredHolds(db, shard, clock.now(), limit),
    head: (connection = db) => headOfChain(connection, shard),
    prove: (transferId) => prove(db, shard, transferId),
    verify: (options = {}) => verify(db, writer, options),
    ...verifications(db, writer),
    postings: (after, codes, limit, connection = db) => postings(connection, shard, { after, codes, limit }),
    ...freezesOf(db, writer, clock),
    sealOldRows: () => sealOldRows(db, writer, log),
    close: () => groupCommit.idle(),
  }
}

type Verifications = 'verifyNext' | 'verifyAgain' | 'verifyHeld' | 'unprovedAccounts' | 'unprovedAmong'
const verifications = (db: Database, keeper: Writer): Pick<Ledger, Verifications> => ({
  verifyNext: (after, limit) => verifyNext(db, keeper.shard, after, limit),
  verifyAgain: (rows) => verifyAgain(db, keeper.shard, rows),
  verifyHeld: () => verifyHeld(db, keeper.shard),
  unprovedAccounts: (after) => unprovedAccounts(db, keeper, after),
  unprovedAmong: (ids) => unprovedAmong(db, keeper, ids),
})

type ProvedReads = 'provedBalances' | 'provedHeld' | 'provedHold' | 'provedTransfer' | 'wasHeld'
const provedReads = (db: Database, writer: Writer): Pick<Ledger, ProvedReads> => ({
  provedBalances: (accounts, connection = db) => provedBalances(connection, writer, accounts),
  provedHeld: (account, connection = db) => provedHeld(connection, writer, account),
  provedHold: (id, connection = db) => provedHold(connection, writer, id),
  provedTransfer: (id, connection = db) => provedTransfer(connection, writer, id),
  wasHeld: (id, connection = db) => wasHeld(connection, writer, id),
})

const freezesOf = (db: Database, writer: Writer, clock: Clock): Pick<Ledger, 'freezes' | 'lockFreezes' | 'freeze' | 'lift'> => ({
  freezes: (connection = db) => freezes(connection, writer),
  lockFreezes: (tx) => lockFreezes(tx, writer),
  freeze: (tx, given) => freeze(tx, writer, { ...given, at: clock.now() }),
  lift: (tx, asset) => lift(tx, writer, { asset, at: clock.now() }),
})

/** Reads by the record of another module (`ref`). */
const readsByRef = (db: Database, shard: number): Pick<Ledger, 'entriesOf' | 'postedFor'> => ({
  entriesOf: (owner, ref) => entriesOf(db, shard, owner, ref),
  postedFor: (refs, codes) => postedFor(db, shard, refs, codes),
})

/** Totals over all accounts, now and at a position of the chain. */
const readsAt = (db: Database, keeper: Writer): Pick<Ledger, 'totals' | 'linkBefore' | 'totalsAt' | 'customersAt'> => ({
  totals: (connection = db) => totals(connection, keeper.shard),
  linkBefore: (instant) => linkBefore(db, keeper.shard, instant),
  totalsAt: (seq) => totalsAt(db, keeper, seq),
  customersAt: (seq, page) => customersAt(db, keeper, { seq, ...page }),
})
