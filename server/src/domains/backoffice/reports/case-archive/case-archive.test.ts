import { createHash, createPublicKey, verify } from 'node:crypto'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Files } from '../../../../platform/files/index.ts'
import { addCheck, addDataRequest, addLetter, fillCase, REASON, startCaseArchives } from './case-archive.testing.ts'
import { Manifest } from './manifest.ts'
import { createCaseArchiveSigner } from './signer.ts'
import { verifyCaseArchive } from './verify-case-archive.ts'

/** After so many reads of a document, every other one fails. */
let readsLeft = Number.POSITIVE_INFINITY
const started = await startCaseArchives(
  (files): Files => ({
    ...files,
    read: async (id) => (readsLeft-- > 0 ? files.read(id) : Promise.reject(new Error('the disk no longer exists'))),
  }),
)
const { platform, server, officer, ask, newPerson, saved } = started
const publicKey = createCaseArchiveSigner(platform.secrets).publicKey
const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function exported(id: string, asking: Parameters<typeof ask>[1] = {}) {
  const answer = await ask(id, asking)
  expect(answer.status).toBe(200)
  const zip = new Uint8Array(await answer.arrayBuffer())
  const files = unzipSync(zip)
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  const file = await open(await saved(zip))
  const verdict = await verifyCaseArchive(file, [publicKey])
  await file.close()
  return { answer, zip, files, json, verdict, manifest: Manifest.parse(json('manifest.json')) }
}

describe('the case file of a person as a signed archive', () => {
  it('has documents, decisions, alerts, hits, notes and audit entries; any program opens it, and our verifier accepts it', async () => {
    const person = await newPerson()
    const { selfie, letter, slip } = await fillCase(started, person.id)
    const { answer, zip, files, json, verdict, manifest } = await exported(person.id)
    expect(verdict).toEqual({ manifest, findings: [] })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-length')).toBe(String(zip.length))
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="expediente-[\w.-]+\.zip"$/)
    const names = ['persona', 'decisiones', 'alertas', 'coincidencias', 'antecedentes', 'notas', 'mensajes', 'solicitudes-de-datos', 'aprobaciones', 'acceso', 'conservacion-legal', 'linea-de-tiempo', 'auditoria', 'documentos'] // biome-ignore format: one list
    const sheets = [
      'decisiones',
      'alertas',
      'coincidencias',
      'antecedentes',
      'notas',
      'mensajes',
      'solicitudes-de-datos',
      'linea-de-tiempo',
    ]
    expect(Object.keys(files).sort()).toEqual(
      [
        'resumen.pdf', 'LEEME.txt', 'manifest.json', 'manifest.sig', 'documentos/cliente/001-natural-1-selfie.jpg', 'documentos/oficiales/002-case.pdf', 'documentos/mensajes/003-deposit.jpg',
        ...names.map((name) => `datos/${name}.json`), ...sheets.map((name) => `datos/${name}.csv`),
      ].sort(), // biome-ignore format: one list
    )
    expect(hash(files['documentos/cliente/001-natural-1-selfie.jpg'] ?? new Uint8Array())).toBe(selfie.sha256)
    expect(hash(files['documentos/oficiales/002-case.pdf'] ?? new Uint8Array())).toBe(letter.sha256)
    expect(hash(files['documentos/mensajes/003-deposit.jpg'] ?? new Uint8Array())).toBe(slip.sha256)
    expect(strFromU8(files['resumen.pdf']?.slice(0, 8) ?? new Uint8Array())).toBe('%PDF-1.7')
    const by = officer.email
    expect(json('datos/decisiones.json')).toMatchObject([
      { what: 'risk_level', before: 'low', after: 'medium', reason: 'Volumen alto', by },
      { what: 'level', before: 0, after: 1, reason: 'Nivel al día', by },
      { what: 'accepted', note: 'Todo en orden', by, items: [{ form: 'natural-1', slot: 'fields' }], at: '2026-10-05T12:07:00.000Z' },
    ])
    expect(json('datos/alertas.json')).toMatchObject([
      { kind: 8, closingComment: 'Confirmado por teléfono', verdict: 'false_alarm', byClosed: by, byOpened: null },
    ])
    expect(json('datos/coincidencias.json')).toMatchObject([{ list: 'ofac', state: 'discarded', reason: 'Es otra persona', by }])
    expect(json('datos/notas.json')).toMatchObject([{ text: '=1+1 llamó', by }])
    expect(json('datos/mensajes.json')).toMatchObject([
      { topic: 'deposit', author: 'customer', by: null, text: 'Es mi sueldo', reason: null },
    ])
    expect(strFromU8(files['datos/mensajes.csv'] ?? new Uint8Array())).toContain(
      '2026-10-05 07:17:00;deposit;7;customer;;text;Es mi sueldo',
    )
    expect(json('datos/conservacion-legal.json')).toMatchObject([{ reason: 'Orden de un juez', by }])
    expect(json('datos/documentos.json')).toMatchObject([
      { path: 'documentos/cliente/001-natural-1-selfie.jpg', name: '../yo.jpg', sha256: selfie.sha256, state: 'accepted' },
      { path: 'documentos/oficiales/002-case.pdf', name: 'C:\\carta.pdf', sha256: letter.sha256, by },
      { path: 'documentos/mensajes/003-deposit.jpg', name: 'nómina.jpg', by: null },
    ])
    expect(JSON.stringify(json('datos/persona.json'))).toContain('Ana Niño')
    expect(json('datos/persona.json')[0]).toMatchObject({ section: 'account', verifiedLevel: 1, risk: 'medium', declaredPep: true })
    expect(strFromU8(files['datos/decisiones.csv'] ?? new Uint8Array())).toContain('2026-10-05 07:09:00;risk_level;low;medium')
    expect(strFromU8(files['LEEME.txt'] ?? new Uint8Array())).toContain('http://localhost:8080/api/case-archives/key')
    // A draft was never sent.
    expect(JSON.stringify(json('datos/persona.json'))).not.toContain('Borrador')
    expect(json('datos/linea-de-tiempo.json').length).toBeGreaterThan(8)
  })

  it('ADM-08 has the report of the background check provider, with its hash and its PDF, for officers who may read that', async () => {
    const person = await newPerson()
    const { pdf, sha256 } = await addCheck(started, person.id)
    const { files, json, verdict } = await exported(person.id)
    expect(verdict.findings).toEqual([])
    const path = 'documentos/antecedentes/001-reporte.pdf'
    expect(hash(files[path] ?? new Uint8Array())).toBe(pdf.sha256)
    expect(json('datos/antecedentes.json')).toMatchObject([
      {
        state: 'finished',
        by: officer.email,
        gravest: 'Alto',
        isListed: true,
        isPep: null,
        subject: { document: '1099888777', documentType: 'CC' },
        reports: [{ sha256, receivedAt: '2026-10-05T12:12:00.000Z', report: { dict_hallazgos: { altos: [{ fuente: 'ofac' }] } } }],
      },
    ])
    expect(strFromU8(files['datos/antecedentes.csv'] ?? new Uint8Array())).toContain('finished')
    const reviewer = await exported(person.id, { permissions: ['cases.export', 'kyc.read'] })
    expect(Object.keys(reviewer.files).filter((name) => name.includes('antecedentes'))).toEqual([])
    await platform.files.eraseOwner(person.id)
    const after = await exported(person.id)
    expect(after.json('datos/antecedentes.json')).toMatchObject([{ subject: null, reports: [{ sha256, report: null }] }])
    expect(after.manifest.unavailable).toEqual([{ document: path, why: 'missing' }])
  })

  it('has the person’s requests about their data and the answers, with their files, for officers who may read that', async () => {
    const person = await newPerson()
    const { proof } = await addDataRequest(started, person.id)
    const { files, json, verdict } = await exported(person.id)
    expect(verdict.findings).toEqual([])
    const path = 'documentos/solicitudes/001-HD-7K3M9PQR.pdf'
    expect(hash(files[path] ?? new Uint8Array())).toBe(proof.sha256)
    const said = (text: string | null) => ({ number: 'HD-7K3M9PQR', request: 'correction', text })
    expect(json('datos/solicitudes-de-datos.json')).toMatchObject([
      { ...said('Lo corregimos'), kind: 'answered', by: officer.email },
      { ...said(null), kind: 'taken', by: officer.email },
      { ...said('=Mi nombre es Añez'), kind: 'filed', author: 'customer', by: null },
    ])
    expect(JSON.stringify(json('datos/solicitudes-de-datos.json'))).not.toContain('sealed')
    expect(strFromU8(files['datos/solicitudes-de-datos.csv'] ?? new Uint8Array())).toContain("customer;;filed;'=Mi nombre es Añez")
    const events = json('datos/linea-de-tiempo.json').map(({ event }: { event: string }) => event)
    expect(events).toEqual(expect.arrayContaining(['data_request_answered', 'data_request_taken', 'data_request_filed']))
    const analyst = await exported(person.id, { permissions: ['cases.export', 'cases.read', 'kyc.read'] })
    expect(Object.keys(analyst.files).filter((name) => name.includes('solicitudes'))).toEqual([])
    expect(JSON.stringify(analyst.json('datos/linea-de-tiempo.json'))).not.toContain('data_request')
    await platform.files.eraseOwner(person.id)
    const after = (await exported(person.id)).json('datos/solicitudes-de-datos.json')
    expect(after.map(({ text }: { text: string | null }) => text)).toEqual([null, null, null])
  })

  it('R30 no cell of its sheets is a formula', async () => {
    const person = await newPerson()
    await fillCase(started, person.id)
    const { files } = await exported(person.id)
    expect(strFromU8(files['datos/notas.csv'] ?? new Uint8Array())).toContain("'=1+1 llamó")
    for (const [name, content] of Object.entries(files))
      if (name.endsWith('.csv')) expect(strFromU8(content)).not.toMatch(/(^|[,\n])"?[=+@]/)
  })

  it('SEC-44 is in the audit trail with its reason and the hash of its manifest, which names the head of the trail', async () => {
    const person = await newPerson()
    const { files, manifest } = await exported(person.id)
    const [entry, ...more] = await auditTrail(platform.db, { action: 'reports.case_exported', objectId: person.id })
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      actor: { accountId: officer.id },
      reason: REASON,
      after: {
        exportId: manifest.exportId,
        manifestSha256: hash(files['manifest.json'] ?? new Uint8Array()),
        seal: manifest.audit.seal.seq,
      },
    })
    expect(manifest).toMatchObject({
      reason: REASON,
      exportedBy: { email: officer.email },
      person,
      leftOut: [],
      shortened: [],
      unavailable: [],
    })
  })

  it('is verified with the published key and standard tools', async () => {
    const person = await newPerson()
    const { files } = await exported(person.id)
    const published = await (await fetch(`${server.url}/api/case-archives/key`)).json()
    expect(published).toMatchObject({ publicKey })
    const key = createPublicKey((published as { pem: string }).pem)
    expect(verify(null, files['manifest.json'] ?? new Uint8Array(), key, files['manifest.sig'] ?? new Uint8Array())).toBe(true)
  })

  it('SHELL-13 has its summary, its sheets and its notes in the language of the officer, with the same files', async () => {
    const person = await newPerson()
    await fillCase(started, person.id)
    const { id: by } = await newPerson()
    const [spanish, english] = [await exported(person.id, { by }), await exported(person.id, { by, language: 'en' })]
    expect(english.verdict.findings).toEqual([])
    expect(Object.keys(english.files)).toEqual(Object.keys(spanish.files))
    const text = ({ files }: typeof english, name: string) => strFromU8(files[name] ?? new Uint8Array(), name.endsWith('.pdf'))
    expect([text(spanish, 'resumen.pdf').includes('/Lang (es-CO)'), text(english, 'resumen.pdf').includes('/Lang (en)')]).toEqual([
      true,
      true,
    ])
    expect(text(spanish, 'LEEME.txt')).toMatch(/^Expediente de una persona\. Reservado\.\n/)
    expect(text(english, 'LEEME.txt')).toMatch(/^Case file of a person\. Reserved\.\n/)
    expect(text(spanish, 'datos/notas.csv')).toContain('Fecha;Oficial;Tema;Nota;Corrige\r\n')
    expect(text(english, 'datos/notas.csv')).toContain('Date;Officer;Topic;Note;Corrects\r\n')
  })

  it('SEC-38 has only the parts that the officer may read in the product, and names the missing ones', async () => {
    const person = await newPerson()
    await fillCase(started, person.id)
    const { files, manifest, json, verdict } = await exported(person.id, { permissions: ['cases.export', 'kyc.read'] })
    expect(verdict.findings).toEqual([])
    expect(manifest.leftOut).toEqual([
      'Coincidencias en listas',
      'Consultas de antecedentes',
      'Notas',
      'Mensajes con la persona',
      'Solicitudes sobre datos personales',
      'Aprobaciones',
      'Acceso a la cuenta',
      'Conservación legal',
      'Auditoría',
    ])
    const texts = Object.entries(files).filter(([name]) => name.startsWith('datos/'))
    for (const secret of ['ofac', 'llamó', 'Orden de un juez', 'Posible fraude', 'carta.pdf', 'sueldo', 'nómina.jpg', 'case_exported'])
      expect(texts.filter(([, content]) => strFromU8(content).includes(secret)).map(([name]) => name)).toEqual([])
    expect(Object.keys(files).filter((name) => name.startsWith('documentos/'))).toEqual(['documentos/cliente/001-natural-1-selfie.jpg'])
    expect(json('datos/linea-de-tiempo.json').map(({ kind }: { kind: string }) => kind)).not.toContain('screening')
  })

  it('SEC-38 is refused for the officer themselves, without the permission, without a reason, and for an unknown person', async () => {
    const person = await newPerson()
    const refused = async (...asking: Parameters<typeof ask>) => (await ask(...asking)).headers.get('app-error')
    expect(await refused(officer.id.toUpperCase())).toBe('compliance.own_account')
    expect((await ask(person.id, { permissions: PERMISSIONS.filter((name) => name !== 'cases.export') })).status).toBe(403)
    expect(await refused(person.id, { reason: '   corta  ' })).toBe('request.reason_invalid')
    expect(await refused(newId())).toBe('request.not_found')
    expect(await refused('../..')).toBe('request.not_found')
    expect(await auditTrail(platform.db, { action: 'reports.case_exported', objectId: person.id })).toEqual([])
  })

  it('documents keep their names from one export to the next, also after new ones', async () => {
    const person = await newPerson()
    await fillCase(started, person.id)
    const paths = ({ files }: { files: object }) => Object.keys(files).filter((name) => name.startsWith('documentos/'))
    const before = paths(await exported(person.id))
    await addLetter(started, person.id)
    const after = paths(await exported(person.id))
    expect(after).toEqual([...before, 'documentos/oficiales/004-case.pdf'])
    const ofOfficers = paths(await exported(person.id, { permissions: ['cases.export', 'cases.read'] }))
    expect(ofOfficers).toEqual(after.slice(1))
  })

  it('a document that is missing or was altered on the disk hides no other, and the manifest reports it', async () => {
    const person = await newPerson()
    const { selfie, letter } = await fillCase(started, person.id)
    const folder = join(platform.settings.dataDir, 'files')
    const sealed = await readFile(join(folder, selfie.id))
    sealed.writeUInt8((sealed.at(-1) ?? 0) ^ 1, sealed.length - 1)
    await writeFile(join(folder, selfie.id), sealed)
    const { manifest, verdict, files } = await exported(person.id)
    expect(verdict.findings).toEqual([])
    expect(manifest.unavailable).toEqual([{ document: 'documentos/cliente/001-natural-1-selfie.jpg', why: 'altered' }])
    expect(Object.keys(files)).toContain('documentos/oficiales/002-case.pdf')
    expect(await readdir(folder)).toContain(letter.id)
    expect((await exported(person.id)).json('datos/notas.json')).toMatchObject([{ text: '=1+1 llamó' }])
    // Erased by law: the key is destroyed, and with it every document and the text of notes.
    await platform.files.eraseOwner(person.id)
    const after = await exported(person.id)
    expect(JSON.stringify(after.json('datos/notas.json'))).not.toContain('llamó')
    expect(after.json('datos/notas.json')).toMatchObject([{ text: null }])
    expect(after.manifest.unavailable.map(({ why }) => why)).toEqual(['missing', 'missing', 'missing'])
    expect(after.json('datos/mensajes.json')).toMatchObject([{ text: null }])
  })

  it('a disk that fails during the transfer aborts the answer: fewer bytes arrive than were announced', async () => {
    const person = await newPerson()
    await fillCase(started, person.id)
    // The exports of the tests before no longer count.
    platform.clock.advance(3_600_000)
    readsLeft = 3
    const answer = await ask(person.id)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    readsLeft = Number.POSITIVE_INFINITY
    expect((await exported(person.id)).verdict.findings).toEqual([])
  })
})
