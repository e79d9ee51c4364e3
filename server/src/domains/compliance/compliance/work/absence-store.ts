/** SQL of absences. */
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'

export async function writeAbsence(
  tx: Transaction,
  { officerId, untilDay, now }: { officerId: string; untilDay: string | null; now: Date },
) {
  const until = untilDay === null ? now : endOfBogotaDay(untilDay)
  await sql`INSERT INTO compliance.absence (officer_id, until, since) VALUES (${officerId}, ${until}, ${now})
    ON CONFLICT (officer_id) DO UPDATE SET until = EXCLUDED.until, since = EXCLUDED.since`.execute(tx)
}

/** The last day of the absence; null: the officer is in the office. */
export async function absentUntil(connection: Connection, officerId: string, now: Date): Promise<string | null> {
  const found = await sql<{ until: Date }>`SELECT until FROM compliance.absence
    WHERE officer_id = ${officerId} AND until > ${now}`.execute(connection)
  const until = found.rows[0]?.until
  return until ? bogotaDay(new Date(until.getTime() - 1)) : null
}

/** In the transaction that assigns work to the officer. @throws Refused `compliance.out_of_office` */
export async function refuseAbsent(tx: Connection, officerId: string, now: Date): Promise<void> {
  if ((await absentUntil(tx, officerId, now)) !== null) refuse('compliance.out_of_office')
}
