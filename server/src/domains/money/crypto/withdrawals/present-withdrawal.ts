/** Token movements as presented to their owner: deposits, withdrawals, and internal transfers from another customer. */
import type { CryptoTransaction } from '@tunjo/contract/crypto'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { validate as isUuid } from 'uuid'
import { type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { historyOf } from '../../../../platform/state-machine/index.ts'
import { type Operation, operationIdOf } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'
import { lastBlock } from '../scan/block-store.ts'
import { movementIn } from '../translate-reason.ts'
import { viewMovement } from '../view-movement.ts'
import { findMovement, listMovements, type MovementFilter, type MovementRow } from './movement-store.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './states.ts'
import { findWithdrawal } from './withdrawal-store.ts'

export async function pageOfMovements(
  context: CryptoContext,
  filter: MovementFilter,
  { locale, ...page }: { pageIndex: number; size: number; locale: Locale },
): Promise<Page<CryptoTransaction>> {
  const { rows, total } = await listMovements(context.db, filter, page)
  const shown = await shownMovements(context, rows)
  return pageOf(
    shown.map((one) => movementIn(one, locale)),
    total,
    page.size,
  )
}

async function shownMovements({ db, blockchain, settings }: CryptoContext, rows: readonly MovementRow[]): Promise<CryptoTransaction[]> {
  const sent = rows
    .filter(({ kind, isInternal }) => kind === 'WITHDRAWAL' && !isInternal)
    .map(({ id }) => operationIdOf('crypto.withdrawal', id))
  const [last, operations] = await Promise.all([lastBlock(db), blockchain.operations(sent)])
  const operationOf = (id: string): Operation | null => operations.get(operationIdOf('crypto.withdrawal', id)) ?? null
  const depth = { lastBlock: last?.number ?? null, confirmationsNeeded: settings.confirmationsNeeded }
  return rows.map((row) => viewMovement(row, { depth, operation: operationOf(row.id), confirmationsOut: blockchain.confirmationsNeeded }))
}

/** Another customer's id is answered like an unknown one. */
export async function presentWithdrawal(context: CryptoContext, owner: string, id: string): Promise<CryptoWithdrawal> {
  const { db } = context
  const withdrawal = isUuid(id) ? await findWithdrawal(db, id) : null
  const row = withdrawal?.accountId === owner ? await findMovement(db, owner, id, 'WITHDRAWAL') : null
  if (!withdrawal || !row) refuse('crypto.withdrawal_not_found')
  const [[shown], history] = await Promise.all([shownMovements(context, [row]), historyOf(db, CRYPTO_WITHDRAWAL_MACHINE, id)])
  if (!shown) throw new Error('one row is one movement')
  return {
    ...shown,
    value_cop: formatUnits(withdrawal.valueCop, ASSETS.COP.scale),
    waiting: withdrawal.waiting,
    timeline: history.map(({ to: state, at, note }) => ({ state, at: at.toISOString(), note })),
  }
}
