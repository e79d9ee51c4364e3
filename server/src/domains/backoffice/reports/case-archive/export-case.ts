/** Export of a person's case file: read at one moment, signed, recorded, and only then sent, document by document. */
import { type PersonActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../../platform/http/route.ts'
import type { ZipAnswer } from '../../../../platform/http/zip-answer.ts'
import type { Platform } from '../../../../platform/module.ts'
import { sizeOfZip, writeZip } from '../../../../platform/zip/index.ts'
import type { ReportsContext } from '../export-sheet.ts'
import { emailsOf, readCaseData } from './case-data.ts'
import { checkDocuments } from './documents.ts'
import { type MadeCaseArchive, makeCaseArchive } from './make-case-archive.ts'
import type { CaseArchiveSigner } from './signer.ts'

/** Each may be a gigabyte, and contains all data of a person. */

export type CaseArchiveContext = ReportsContext & Pick<Platform, 'files' | 'log' | 'settings'> & { readonly signer: CaseArchiveSigner }
interface Asked {
  readonly accountId: string
  readonly reason: string
  readonly caller: Caller
  readonly http: HttpContext
}

/** @throws Refused `request.not_found`, `request.too_many` */
export async function exportCase(context: CaseArchiveContext, { accountId, reason, caller, http }: Asked): Promise<ZipAnswer> {
  const { db, clock, files, log } = context
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const found = await snapshot.execute(async (tx) => {
    const data = (await readCaseData(tx, { accountId, permissions: caller.permissions ?? [], files })) ?? refuse('request.not_found')
    const officers = data.documents.flatMap(({ by, checkedBy }) => [by, checkedBy]).filter((id) => id !== null)
    return { data, emails: await emailsOf(tx, [...new Set([caller.accountId, ...officers])]) }
  })
  // Without a connection: disks are slow.
  const documents = await checkDocuments(files, found.data.documents)
  const officer = { id: caller.accountId, email: found.emails.get(caller.accountId) ?? caller.accountId }
  const made = await makeCaseArchive(context, {
    ...found,
    documents,
    exportId: newId(),
    at: clock.now(),
    officer,
    reason,
    locale: localeOf(http),
  })
  const bytes = sizeOfZip(made.members)
  await recordExport(context, made, { actor: personActor(caller, http), bytes })
  const content = reporting(writeZip(made.members), (error) =>
    log.error({ err: error, exportId: made.manifest.exportId }, 'a case archive broke off'),
  )
  return { content, bytes, name: `expediente-${accountId.slice(0, 8)}-${made.manifest.exportId}.zip` }
}

/** An unrecorded export must not exist (SEC-44). */
async function recordExport(
  { db, audit }: CaseArchiveContext,
  { manifest, manifestSha256 }: MadeCaseArchive,
  { actor, bytes }: { actor: PersonActor; bytes: number },
): Promise<void> {
  const { exportId, person, reason, files, leftOut, unavailable, audit: place } = manifest
  const after = { exportId, manifestSha256, files: files.length, bytes, leftOut, unavailable: unavailable.length, seal: place.seal.seq }
  const object = { type: 'account', id: person.id }
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'reports.case_exported', object, after, reason }))
}

/** The answer has begun: the receiver sees that bytes are missing, and the log has the reason. */
async function* reporting<T>(source: AsyncIterable<T>, report: (error: unknown) => void): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    report(error)
    throw error
  }
}
