/** Everything that a version of the yearly report is built from, one person after the other. */
import type { CarfUser } from '@tunjo/contract/regulatory-carf'
import type { RegulatoryContext } from '../context.ts'
import { type FileRow, presentedBefore } from '../uiaf/file-store.ts'
import type { BuiltFile } from '../uiaf/frame-file.ts'
import { buildCarfFile, NO_COMPANY } from './build-carf-file.ts'
import type { UserYear } from './carf-problems.ts'
import { recordsOf } from './reported.ts'
import { taxSubjectOf } from './tax-subject.ts'
import { totalsOf } from './totals.ts'
import { ledgerChange, postingsOf, usersOf, yearOf } from './year-postings.ts'

const USERS_AT_ONCE = 100

export async function collectCarf(
  context: RegulatoryContext,
  row: FileRow,
  showProgress: (done: number, all: number) => Promise<void>,
): Promise<BuiltFile<CarfUser>> {
  const { db, company } = context
  const { month, version, requestedAt: at } = row
  const period = yearOf(month)
  const ids = await usersOf(db, period)
  const users: UserYear[] = []
  for (const [index, accountId] of ids.entries()) {
    if (index % USERS_AT_ONCE === 0) await showProgress(index, ids.length)
    users.push({
      accountId,
      subject: await taxSubjectOf(context, accountId),
      totals: totalsOf(await postingsOf(db, accountId, period)),
    })
  }
  await showProgress(ids.length, ids.length)
  const presented = await presentedBefore(db, row)
  const reported = await recordsOf(context, presented, company ?? NO_COMPANY)
  const built = buildCarfFile({ month, version, at, company, users, reported, ledger: await ledgerChange(db, period) })
  return { ...built, basedOn: presented.map(({ id }) => id) }
}
