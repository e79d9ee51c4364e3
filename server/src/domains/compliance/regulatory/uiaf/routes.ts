/** Calls of officers over monthly files for the UIAF. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { CarfUser } from '@tunjo/contract/regulatory-carf'
import { regulatoryFiles as contract, UiafClient, type UiafFile, UiafLine, type UiafReport } from '@tunjo/contract/regulatory-files'
import { validate as isUuid } from 'uuid'
import type * as z from 'zod'
import { type PersonActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { checkFilingDay } from '../ros/rules.ts'
import { FILE_APPROVAL, FILE_REASON, objectOf } from './file-approval.ts'
import { UIAF_JOB } from './file-job.ts'
import { type FileRow, filesOfMonth, findFile, insertFile, isOvertaken, lockFile } from './file-store.ts'
import { layoutOf } from './layout.ts'
import { beginFile, moveFile } from './move-file.ts'
import { bytesOf, LINES_IN_PIECE, readFrame, readLines, readTexts } from './pieces.ts'
import { madeOf, presentUiafFile } from './present-uiaf-file.ts'
import { APPROVED_FILE, UIAF_FILE_STATES } from './states.ts'
import { fileStepUp } from './step-up.ts'

export function fileRoutes(context: RegulatoryContext): Route[] {
  return implement(
    contract,
    {
      versions: ({ params: { month } }) => versionsOf(context, { report: 'operations', month }),
      clientVersions: ({ params: { month } }) => versionsOf(context, { report: 'clients', month }),
      carfVersions: ({ params: { year } }) => versionsOf(context, { report: 'carf', month: lastMonthOf(year) }),
      file: async ({ params }) => presentUiafFile(context, await known(context, params.id)),
      lines: ({ caller, params: { id }, query: { pageIndex }, http }) =>
        pageOf(context, { caller, http }, { id, report: 'operations', schema: UiafLine, pageIndex }),
      clients: ({ caller, params: { id }, query: { pageIndex }, http }) =>
        pageOf(context, { caller, http }, { id, report: 'clients', schema: UiafClient, pageIndex }),
      carfUsers: ({ caller, params: { id }, query: { pageIndex }, http }) =>
        pageOf(context, { caller, http }, { id, report: 'carf', schema: CarfUser, pageIndex }),
      content: ({ caller, params, http }) => download(context, { caller, http }, params.id),
      generate: ({ caller, params: { month }, http }) => generate(context, { caller, http }, { report: 'operations', month }),
      generateClients: ({ caller, params: { month }, http }) => generate(context, { caller, http }, { report: 'clients', month }),
      generateCarf: ({ caller, params: { year }, http }) =>
        generate(context, { caller, http }, { report: 'carf', month: lastMonthOf(year) }),
      async propose({ caller, operation, params }) {
        const { id: fileId } = await known(context, params.id)
        return context.approvals.perform(FILE_APPROVAL, { params: { fileId }, caller, operation, reason: FILE_REASON })
      },
      async filed({ caller, params, body, http }) {
        const { id } = await known(context, params.id)
        return markFiled(context, { ...body, id, actor: personActor(caller, http) })
      },
    },
    fileStepUp(context),
  )
}

interface Visit {
  readonly caller: Caller
  readonly http: HttpContext
}

/** The yearly report has the last month of its year. */
const lastMonthOf = (year: string): string => `${year}-12`

async function versionsOf(context: RegulatoryContext, asked: { report: UiafReport; month: string }) {
  const rows = await filesOfMonth(context.db, asked)
  const layout = layoutOf(asked.report)
  const isBusy = rows.some(({ state }) => state === 'generating' || state === 'proposed')
  return {
    source: layout.source,
    layout: layout.verification,
    mayGenerate: isOver(context, asked.month) && !isBusy,
    results: await Promise.all(rows.map((row) => presentUiafFile(context, row))),
  }
}

interface AskedPage<Line> {
  readonly id: string
  readonly report: UiafReport
  readonly schema: z.ZodType<Line>
  readonly pageIndex: number
}
async function pageOf<Line>(context: RegulatoryContext, { caller, http }: Visit, { id, report, schema, pageIndex }: AskedPage<Line>) {
  const { db, secrets } = context
  const row = await known(context, id)
  if (!row.result || row.report !== report) refuse('request.not_found')
  await record(context, row, personActor(caller, http), 'regulatory.file_viewed', { page: pageIndex })
  const { header, trailer } = await readFrame(secrets, db, row.id)
  const results = await readLines({ secrets, connection: db, fileId: row.id, schema }, pageIndex)
  const total = row.result.lines
  return { header, trailer, results, total, pagesNumber: Math.ceil(total / LINES_IN_PIECE) }
}

async function generate(
  context: RegulatoryContext,
  { caller, http }: Visit,
  asked: { report: UiafReport; month: string },
): Promise<z.output<typeof UiafFile>> {
  return presentUiafFile(context, await requestFile(context, asked, personActor(caller, http)))
}

async function known(context: RegulatoryContext, id: string): Promise<FileRow> {
  return (isUuid(id) ? await findFile(context.db, id) : null) ?? refuse('request.not_found')
}

const isOver = ({ clock }: RegulatoryContext, month: string): boolean => month < bogotaDay(clock.now()).slice(0, 7)

/** @throws Refused `regulatory.month_not_over`, `regulatory.file_under_way` */
async function requestFile(
  context: RegulatoryContext,
  { report, month }: { report: UiafReport; month: string },
  actor: PersonActor,
): Promise<FileRow> {
  const { db, clock, jobs } = context
  if (!isOver(context, month)) refuse('regulatory.month_not_over')
  const { name: layout, version: layoutVersion } = layoutOf(report)
  const asked = { report, month, layout, layoutVersion, state: UIAF_FILE_STATES.initial, requestedBy: actor.accountId }
  return inTransaction(db, async (tx) => {
    const row = (await insertFile(tx, { ...asked, id: newId(), requestedAt: clock.now() })) ?? refuse('regulatory.file_under_way')
    await beginFile(tx, row, officer(actor.accountId))
    await jobs.enqueue(tx, { name: UIAF_JOB, key: row.id, payload: { id: row.id } })
    const after = { report, month, version: row.version, layout, layoutVersion }
    await context.audit.record(tx, { actor, action: 'regulatory.file_requested', object: objectOf(row), after })
    return row
  })
}

interface Filing {
  readonly id: string
  readonly number: string
  readonly on: string
  readonly actor: PersonActor
}
async function markFiled(context: RegulatoryContext, { id, number, on, actor }: Filing): Promise<UiafFile> {
  const { db, clock, audit } = context
  await inTransaction(db, async (tx) => {
    const row = (await lockFile(tx, id)) ?? refuse('request.not_found')
    const at = clock.now()
    if (row.state !== 'approved') refuse('regulatory.file_locked')
    refuseIf(checkFilingDay(on, row.approvedAt, at))
    await moveFile(tx, row, { to: 'filed', at, actor: officer(actor.accountId), set: { filed_number: number, filed_on: on } })
    await audit.record(tx, {
      actor,
      action: 'regulatory.file_filed',
      object: objectOf(row),
      after: { report: row.report, month: row.month, number, on },
    })
  })
  return presentUiafFile(context, (await findFile(db, id)) ?? refuse('request.not_found'))
}

/** Only files approved by two officers are released. */
async function download(context: RegulatoryContext, { caller, http }: Visit, id: string) {
  const { db, secrets } = context
  const row = await known(context, id)
  if (!APPROVED_FILE.has(row.state)) refuse('regulatory.file_locked')
  if (row.state === 'approved' && (await isOvertaken(db, row))) refuse('regulatory.file_overtaken')
  const texts = await readTexts(secrets, db, id)
  await record(context, row, personActor(caller, http), 'regulatory.file_downloaded', { sha256: row.sha256 })
  const content = bytesOf(await readFrame(secrets, db, id), texts)
  const name = madeOf(row).fileName
  // The monthly files are text of one byte a character.
  const mediaType = row.report === 'carf' ? 'application/xml' : 'text/plain; charset=iso-8859-1'
  return { content, mediaType, name, disposition: 'attachment' } as const
}

type Reading = 'regulatory.file_viewed' | 'regulatory.file_downloaded'
async function record(
  { db, audit }: RegulatoryContext,
  row: FileRow,
  actor: PersonActor,
  action: Reading,
  after: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await inTransaction(db, (tx) =>
    audit.record(tx, { actor, action, object: objectOf(row), after: { report: row.report, month: row.month, ...after } }),
  )
}
