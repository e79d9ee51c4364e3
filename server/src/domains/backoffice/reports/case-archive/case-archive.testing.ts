/** Case archives behind a real server, with people who have data in every part. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERMISSIONS, type Permission } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { NOTHING_HIDDEN } from '../../../../../../dev/testing/officers.ts'
import { createTestPlatform, startTestServer } from '../../../../../../dev/testing/test-product.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { createExports } from '../../../../platform/exports/index.ts'
import type { Files } from '../../../../platform/files/index.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { createReports } from '../index.ts'

export const REASON = 'Requerimiento 123 de la Fiscalía'

/** `changeFiles`: a store of files with faults. */
export async function startCaseArchives(changeFiles: (files: Files) => Files = (files) => files) {
  const database = await createTestDatabase()
  const platform = createTestPlatform(database)
  const { routes } = createReports(
    { ...platform, files: changeFiles(platform.files) },
    { exports: createExports(platform), parameters: createParameters(), approvals: NOTHING_HIDDEN },
  )
  const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
    const [accountId = '', permissions = ''] = (headers.authorization ?? '').slice('Bearer '.length).split(' ')
    const granted = PERMISSIONS.filter((name) => permissions.split(',').includes(name))
    return accountId === '' ? null : { accountId, sessionId: accountId, authorities: ['ROLE_ADMIN'], permissions: granted }
  }
  const server = await startTestServer(platform, routes, authenticate)
  const folder = await mkdtemp(join(tmpdir(), 'case-archive-'))
  afterAll(async () => {
    await server.close()
    platform.remove()
    await rm(folder, { recursive: true })
    await database.drop()
  })
  const officer = await newAccount(database, 'oficial')
  const ask = (userId: string, { by = officer.id, permissions = PERMISSIONS, reason = REASON, language = 'es' }: Asking = {}) =>
    fetch(`${server.url}/kyc/administrative/users/case-archive`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by} ${permissions.join(',')}`, 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ userId, reason }),
    })
  return {
    database,
    platform,
    server,
    officer,
    ask,
    newPerson: () => newAccount(database, 'persona'),
    /** Writes it to a separate file, as a verifier gets it. */
    async saved(content: Uint8Array): Promise<string> {
      const path = join(folder, `${newId()}.zip`)
      await writeFile(path, content)
      return path
    },
  }
}

interface Asking {
  readonly by?: string
  readonly permissions?: readonly Permission[]
  readonly reason?: string
  readonly language?: string
}
type Started = Awaited<ReturnType<typeof startCaseArchives>>

async function newAccount({ owner }: Pick<TestDatabase, 'owner'>, name: string) {
  const id = newId()
  const email = `${name}-${id}@correo.example`
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${email}, 'x', ARRAY[${name === 'oficial' ? 'ROLE_ADMIN' : 'ROLE_USER'}], 2, 'es', now(), now())`.execute(owner)
  return { id, email }
}

const at = (minute: number) => new Date(Date.UTC(2026, 9, 5, 12, minute))

const store = ({ platform }: Started, ownerId: string, kind: 'image' | 'pdf', content: string) =>
  platform.files.store({
    ownerId,
    purpose: 'test',
    kind,
    mediaType: kind === 'pdf' ? 'application/pdf' : 'image/jpeg',
    originalName: '../../etc/passwd',
    content: Buffer.from(content),
  })

/** Adds one more document, of an officer. */
export async function addLetter(started: Started, id: string): Promise<void> {
  const { id: fileId, bytes, sha256 } = await store(started, id, 'pdf', '%PDF-1.7 another letter')
  await sql`INSERT INTO compliance.case_file (id, account_id, folder, file_id, name, bytes, sha256, added_by, added_at)
    VALUES (${newId()}, ${id}, 'case', ${fileId}, 'otra.pdf', ${bytes}, ${sha256}, ${started.officer.id}, now())`.execute(
    started.database.owner,
  )
}

/** Result of the background check provider, sealed like `screening` seals it. */
export async function addCheck(started: Started, id: string) {
  const { platform, database, officer } = started
  const [checkId, reportId, pdf] = [newId(), newId(), await store(started, id, 'pdf', `%PDF-1.7 background of ${id}`)]
  const { seal } = await platform.files.sealerOf(id)
  const said = Buffer.from('{"dict_hallazgos":{"altos":[{"fuente":"ofac"}]}}')
  const subject = seal(
    `screening.background_check:${checkId}`,
    Buffer.from('{"document":"1099888777","documentType":"CC","issuedOn":null}'),
  )
  await sql`INSERT INTO screening.background_check (id, account_id, state, launched_by, subject, is_fresh, started_at, ended_at, gravest, is_listed)
    VALUES (${checkId}, ${id}, 'finished', ${officer.id}, ${subject}, false, ${at(11)}, ${at(12)}, 'Alto', true)`.execute(database.owner)
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, pdf_file_id, received_at)
    VALUES (${reportId}, ${checkId}, ${id}, 'r1', ${seal(`screening.background_report:${reportId}`, said)}, ${sha256(said)}, ${pdf.id}, ${at(12)})`.execute(
    database.owner,
  )
  return { pdf, sha256: sha256(said) }
}

/** An answered request about the person's data, sealed like `privacy` seals it, with a file. */
export async function addDataRequest(started: Started, id: string) {
  const { platform, database, officer } = started
  const [request, filed, answered] = [newId(), newId(), newId()]
  const { seal } = await platform.files.sealerOf(id)
  const proof = await store(started, id, 'pdf', `%PDF-1.7 proof of ${id}`)
  const entry = (entryId: string, text: string) => seal(`privacy.entry:${entryId}`, Buffer.from(text))
  const rows = [
    sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, taken_by, ended_at)
      VALUES (${request}, 'HD-7K3M9PQR', ${id}, 'correction', 'answered', 2, ${at(20)}, ${at(20)}, ${officer.id}, ${at(22)})`,
    sql`INSERT INTO privacy.entry VALUES (${filed}, ${request}, 'customer', ${id}, 'filed', ${entry(filed, '=Mi nombre es Añez')}, ${at(20)}),
      (${newId()}, ${request}, 'officer', ${officer.id}, 'taken', NULL, ${at(21)}),
      (${answered}, ${request}, 'officer', ${officer.id}, 'answered', ${entry(answered, 'Lo corregimos')}, ${at(22)})`,
    sql`INSERT INTO privacy.attachment VALUES (${newId()}, ${filed}, ${proof.id}, 'cédula.pdf', 'pdf', ${proof.bytes}, ${proof.sha256})`,
  ]
  for (const row of rows) await row.execute(database.owner)
  return { proof }
}

/** One row for each part of a case archive, and a document of each kind. */
export async function fillCase(started: Started, id: string) {
  const { database, officer } = started
  const [selfie, letter] = [
    await store(started, id, 'image', `selfie of ${id}`),
    await store(started, id, 'pdf', `%PDF-1.7 letter about ${id}`),
  ]
  const [fields, note, conversation, message] = [newId(), newId(), newId(), newId()]
  const said = (await started.platform.files.sealerOf(id)).seal(`compliance.case_note:${note}`, Buffer.from('=1+1 llamó'))
  const wrote = (await started.platform.files.sealerOf(id)).seal(`conversations.message:${message}`, Buffer.from('{"text":"Es mi sueldo"}'))
  const slip = await store(started, id, 'image', `slip of ${id}`)
  const facts = JSON.stringify({ fullName: 'Ana Niño', identificationNumber: '1099888777', peps: 'true' })
  const rows = [
    sql`INSERT INTO kyc.customer VALUES (${id}, 'natural', 1, true, ${at(0)})`,
    sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, 1, 1, 1, ${at(1)})`,
    sql`INSERT INTO kyc.form VALUES (${id}, 'natural-1', 'sent', ${facts}, 1, ${at(2)}, ${at(2)}), (${id}, 'natural-2', 'draft', '{"homeAddress":"Borrador"}', 1, ${at(2)}, NULL)`,
    sql`INSERT INTO kyc.item (id, account_id, form, slot, file_id, facts, state, added_at, sent_at)
      VALUES (${fields}, ${id}, 'natural-1', 'fields', NULL, ${facts}, 'accepted', ${at(2)}, ${at(2)}),
        (${newId()}, ${id}, 'natural-1', 'selfie', ${selfie.id}, '{"name":"../yo.jpg"}', 'accepted', ${at(2)}, ${at(2)})`,
    sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, closed_at, closed_by, closing_comment, verdict,
        severity, opening_severity, due_at)
      VALUES (${newId()}, ${id}, 8, 'closed', ${at(3)}, 'REGLA v1', ${at(4)}, ${officer.id}, 'Confirmado por teléfono', 'false_alarm', 'low', 'low',
        ${at(4)})`,
    sql`INSERT INTO conversations.conversation (id, account_id, topic, subject, state, opened_at, last_at, asks)
      VALUES (${conversation}, ${id}, 'deposit', '7', 'closed', ${at(17)}, ${at(17)}, false)`,
    sql`INSERT INTO conversations.message (id, conversation_id, author, author_id, client_id, kind, sealed, at)
      VALUES (${message}, ${conversation}, 'customer', ${id}, ${newId()}, 'text', ${wrote}, ${at(17)})`,
    sql`INSERT INTO conversations.attachment VALUES (${newId()}, ${message}, ${slip.id}, 'nómina.jpg', 'image', ${slip.bytes}, ${slip.sha256})`,
    sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, decided_at, decided_by, reason)
      VALUES (${newId()}, ${id}, 'ofac', '77', 'f', 0.9, 'review', 'discarded', '{"entry":{"names":["Ana Nino"]}}', ${at(5)}, ${at(6)}, ${officer.id}, 'Es otra persona')`,
    sql`INSERT INTO compliance.decision VALUES (${newId()}, ${id}, ${officer.id}, 'accepted', ${[fields]}, '{}', 'Todo en orden', ${at(7)})`,
    sql`INSERT INTO kyc.level_change VALUES (${newId()}, ${id}, 1, false, 1, true, 'Nivel al día', ${officer.id}, ${at(8)})`,
    sql`INSERT INTO risk.change VALUES (${newId()}, ${id}, 'level', 'low', 'medium', ${officer.id}, NULL, 'Volumen alto', ${at(9)})`,
    sql`INSERT INTO risk.standing (account_id, floor, risk, updated_at) VALUES (${id}, 'medium', 'medium', ${at(9)})`,
    sql`INSERT INTO compliance.access_action VALUES (${newId()}, ${id}, 'block', ${officer.id}, NULL, 'Posible fraude', ${at(14)})`,
    sql`INSERT INTO retention.legal_hold (id, account_id, reason, placed_by, placed_at) VALUES (${newId()}, ${id}, 'Orden de un juez', ${officer.id}, ${at(15)})`,
    sql`INSERT INTO compliance.case_note (id, account_id, category, sealed, author_id, at)
      VALUES (${note}, ${id}, 'contact', ${said}, ${officer.id}, ${at(16)})`,
    sql`INSERT INTO compliance.case_file (id, account_id, folder, note_id, file_id, name, bytes, sha256, added_by, added_at)
      VALUES (${newId()}, ${id}, 'case', ${note}, ${letter.id}, 'C:\\carta.pdf', ${letter.bytes}, ${letter.sha256}, ${officer.id}, ${at(16)})`,
  ]
  for (const row of rows) await row.execute(database.owner)
  return { selfie, letter, slip }
}
