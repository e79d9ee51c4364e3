/** Calls of officers over monthly files for the UIAF. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { regulatoryFiles as contract, type UiafFile } from '@tunjo/contract/regulatory-files'
import { validate as isUuid } from 'uuid'
import { type PersonActor, personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database.ts'
import { type Caller, type Handlers, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { checkFilingDay } from '../ros/rules.ts'
import { takeAllowance } from '../take-allowance.ts'
import { FILE_APPROVAL, FILE_REASON, objectOf } from './file-approval.ts'
import { type FileRow, filesOfMonth, findFile, insertFile, lockFile } from './file-store.ts'
import { UIAF_JOB } from './generate-file.ts'
import { CURRENT_LAYOUT, verificationOf } from './layout.ts'
import { beginFile, moveFile } from './move-file.ts'
import { bytesOf, everyLine, LINES_IN_PIECE, readFrame, readLines } from './pieces.ts'
import { madeOf, shownFile } from './show-file.ts'
import { APPROVED_FILE, UIAF_FILE_STATES } from './states.ts'
import { fileStepUp } from './step-up.ts'

type Calls = Handlers<typeof contract>

export function fileRoutes(context: RegulatoryContext): Route[] {
  const { versions, file, lines, content } = readers(context)
  const { generate, propose, filed } = changers(context)
  return implement(contract, { versions, generate, file, lines, propose, content, filed }, fileStepUp(context))
}

function readers(context: RegulatoryContext): Pick<Calls, 'versions' | 'file' | 'lines' | 'content'> {
  const { db, secrets } = context
  return {
    async versions({ caller, params: { month } }) {
      await takeAllowance(context, caller)
      const rows = await filesOfMonth(db, month)
      const isBusy = rows.some(({ state }) => state === 'generating' || state === 'proposed')
      return {
        source: CURRENT_LAYOUT.source,
        layout: verificationOf(CURRENT_LAYOUT),
        mayGenerate: isOver(context, month) && !isBusy,
        results: await Promise.all(rows.map((row) => shownFile(context, row))),
      }
    },
    file: async ({ caller, params }) => shownFile(context, await known(context, caller, params.id)),
    async lines({ caller, params, query: { pageIndex }, http }) {
      const row = await known(context, caller, params.id)
      if (!row.result) refuse('request.not_found')
      await record(context, row, personActor(caller, http), 'regulatory.file_viewed', { page: pageIndex })
      const { header, trailer } = await readFrame(secrets, db, row.id)
      const total = row.result.lines
      return {
        header,
        trailer,
        results: await readLines(secrets, db, row.id, pageIndex),
        total,
        pagesNumber: Math.ceil(total / LINES_IN_PIECE),
      }
    },
    content: ({ caller, params, http }) => download(context, { caller, http }, params.id),
  }
}

function changers(context: RegulatoryContext): Pick<Calls, 'generate' | 'propose' | 'filed'> {
  return {
    async generate({ caller, params: { month }, http }) {
      await takeAllowance(context, caller)
      return shownFile(context, await requestFile(context, month, personActor(caller, http)))
    },
    async propose({ caller, operation, params }) {
      const { id: fileId } = await known(context, caller, params.id)
      return context.approvals.perform(FILE_APPROVAL, { params: { fileId }, caller, operation, reason: FILE_REASON })
    },
    async filed({ caller, params, body, http }) {
      const { id } = await known(context, caller, params.id)
      return markFiled(context, { ...body, id, actor: personActor(caller, http) })
    },
  }
}

async function known(context: RegulatoryContext, caller: Caller, id: string): Promise<FileRow> {
  await takeAllowance(context, caller)
  return (isUuid(id) ? await findFile(context.db, id) : null) ?? refuse('request.not_found')
}

const isOver = ({ clock }: RegulatoryContext, month: string): boolean => month < bogotaDay(clock.now()).slice(0, 7)

/** @throws Refused `regulatory.month_not_over`, `regulatory.file_under_way` */
async function requestFile(context: RegulatoryContext, month: string, actor: PersonActor): Promise<FileRow> {
  const { db, clock, jobs } = context
  if (!isOver(context, month)) refuse('regulatory.month_not_over')
  const { name: layout, version: layoutVersion } = CURRENT_LAYOUT
  const asked = { month, layout, layoutVersion, state: UIAF_FILE_STATES.initial, requestedBy: actor.accountId }
  return inTransaction(db, async (tx) => {
    const row = (await insertFile(tx, { ...asked, id: newId(), requestedAt: clock.now() })) ?? refuse('regulatory.file_under_way')
    await beginFile(tx, row, officer(actor.accountId))
    await jobs.enqueue(tx, { name: UIAF_JOB, key: row.id, payload: { id: row.id } })
    const after = { month, version: row.version, layout, layoutVersion }
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
    await audit.record(tx, { actor, action: 'regulatory.file_filed', object: objectOf(row), after: { month: row.month, number, on } })
  })
  return shownFile(context, (await findFile(db, id)) ?? refuse('request.not_found'))
}

/** Only what two officers agreed on leaves. */
async function download(context: RegulatoryContext, { caller, http }: { caller: Caller; http: HttpContext }, id: string) {
  const { db, secrets } = context
  const row = await known(context, caller, id)
  if (!APPROVED_FILE.has(row.state)) refuse('regulatory.file_locked')
  const texts: string[] = []
  for await (const { text } of everyLine(secrets, db, id)) texts.push(text)
  await record(context, row, personActor(caller, http), 'regulatory.file_downloaded', { sha256: row.sha256 })
  const content = bytesOf(await readFrame(secrets, db, id), texts)
  const name = madeOf(row).fileName
  // The file is text of one byte a character.
  return { content, mediaType: 'text/plain; charset=iso-8859-1', name, disposition: 'attachment' } as const
}

type Reading = 'regulatory.file_viewed' | 'regulatory.file_downloaded'
async function record(
  { db, audit }: RegulatoryContext,
  row: FileRow,
  actor: PersonActor,
  action: Reading,
  after: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await inTransaction(db, (tx) => audit.record(tx, { actor, action, object: objectOf(row), after: { month: row.month, ...after } }))
}
