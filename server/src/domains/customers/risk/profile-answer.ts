/** Presentation of a customer's risk profile for officers. */
import type { RiskProfile as ShownStanding } from '@tunjo/contract/compliance-risk'
import { mayTransact } from './rules.ts'
import type { RiskProfileRow } from './types.ts'

export const toRiskProfile = (row: RiskProfileRow): ShownStanding => ({
  userId: row.accountId,
  risk: row.risk,
  level: row.level,
  levelUntil: row.levelUntil?.toISOString() ?? null,
  isPep: row.isPep,
  isListed: row.isListed,
  allow: row.allow,
  mayTransact: mayTransact(row),
})
