/** Monthly file of clients, on plain values: one line a client with its status. The same facts give the same bytes. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { UiafClient } from '@tunjo/contract/regulatory-files'
import type { Dossier } from '../../../customers/kyc/index.ts'
import { CLIENTS_MAX, type ClientRow } from './clients.ts'
import { formatLine } from './format-line.ts'
import { type BuiltFile, type FrameFacts, frameFile, presentProblem } from './frame-file.ts'

export interface ClientFileFacts extends FrameFacts {
  readonly clients: readonly ClientRow[]
  dossierOf(accountId: string): Pick<Dossier, 'fullName' | 'documentType' | 'documentNumber'> | null
}

export function buildClientFile(facts: ClientFileFacts): BuiltFile<UiafClient> {
  const { clients } = facts
  const written = clients.map((client, index) => lineOf(facts, client, index + 1))
  const lines = written.map(({ line }) => line)
  const {
    frame,
    bytes,
    problems: found,
  } = frameFile(
    facts,
    lines.map(({ text }) => text),
  )
  const problems = [
    ...found,
    ...(clients.length > CLIENTS_MAX ? [{ problem: 'lines', field: null, movementId: null, userId: null } as const] : []),
    ...written.flatMap(({ problems: own, line }) => own.map((problem) => presentProblem(problem, line))),
  ]
  return { frame, lines, bytes, totals: null, clients: countByStatus(lines), rates: null, carf: null, problems }
}

function lineOf({ layout, dossierOf }: ClientFileFacts, { accountId, since, status }: ClientRow, place: number) {
  const dossier = dossierOf(accountId)
  const sinceDay = bogotaDay(since)
  const { text, problems } = formatLine(layout.body, {
    'line.place': { units: BigInt(place), decimals: 0 },
    'client.documentType': dossier?.documentType ?? null,
    'client.documentNumber': dossier?.documentNumber ?? null,
    'client.name': dossier?.fullName ?? null,
    'client.since': sinceDay,
    'client.status': status,
  })
  const document = dossier ? `${dossier.documentType} ${dossier.documentNumber}` : null
  const line: UiafClient = { place, userId: accountId, name: dossier?.fullName ?? null, document, since: sinceDay, status, text }
  return { line, problems }
}

function countByStatus(lines: readonly UiafClient[]): Record<UiafClient['status'], number> {
  const count = (status: UiafClient['status']) => lines.filter((line) => line.status === status).length
  return { active: count('active'), inactive: count('inactive'), closed: count('closed') }
}
