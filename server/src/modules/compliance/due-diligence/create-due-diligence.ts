/** What others ask of enhanced due diligence before they let somebody transact or close an alert: built before them, and knows nobody. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Connection } from '../../../platform/database.ts'
import { evidenceSeals } from '../../../platform/evidence-seals.ts'
import type { Figures } from '../../../platform/figures.ts'
import type { Platform } from '../../../platform/module.ts'
import { allowsTransactions, approvalsToTrust, inForce, isPepApprovedSince } from './approval-rows.ts'
import { diligenceFigures } from './unproved-diligences.ts'

export interface DueDiligence {
  readonly figures: Figures
  /** Whether a politically exposed person may be let transact: an approved record about that holds today. */
  allowsTransactions(connection: Connection, accountId: string): Promise<boolean>
  /** Whether one about that, which holds today and does not conclude that the relationship ends, was approved after that moment. */
  isPepApprovedSince(connection: Connection, accountId: string, since: Date): Promise<boolean>
  /** Whether one holds today, whatever it concluded. */
  isInForce(connection: Connection, accountId: string): Promise<boolean>
}

export function createDueDiligence(platform: Pick<Platform, 'db' | 'clock' | 'secrets' | 'log'>): DueDiligence {
  const { clock, secrets, log } = platform
  const seals = evidenceSeals(secrets)
  const today = () => bogotaDay(clock.now())
  const approved = async (connection: Connection, accountId: string) =>
    (await approvalsToTrust({ seals, log }, connection, accountId)).approved
  return {
    figures: diligenceFigures(platform, seals),
    allowsTransactions: async (connection, accountId) => allowsTransactions(await approved(connection, accountId), today()),
    isPepApprovedSince: async (connection, accountId, since) => isPepApprovedSince(await approved(connection, accountId), since, today()),
    isInForce: async (connection, accountId) => inForce(await approved(connection, accountId), today()) !== null,
  }
}
