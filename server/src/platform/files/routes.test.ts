import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { newId } from '../database/ids.ts'
import type { Caller } from '../http/route.ts'
import { fileRoutes } from './index.ts'
import type { StoredFile } from './types.ts'

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let file: StoredFile
const endedSessions = new Set<string>()
const content = Buffer.from('a picture, more or less')
const officer: Caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'] }

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const isSessionLive = async (accountId: string, sessionId: string) => accountId === officer.accountId && !endedSessions.has(sessionId)
  /** `Bearer <account id>` */
  const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> =>
    headers.authorization ? { ...officer, accountId: headers.authorization.slice('Bearer '.length) } : null
  server = await startTestServer(platform, fileRoutes(platform, isSessionLive), authenticate)
  file = await platform.files.store({
    ownerId: newId(),
    purpose: 'test.paper',
    kind: 'image',
    mediaType: 'image/jpeg',
    originalName: 'a";\r\n<script>.jpg',
    content,
  })
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

const open = (link: string, headers: Record<string, string> = {}) => fetch(server.url + link, { headers })
const result = async (response: Response) => [response.status, response.headers.get('app-error')]
const notFound = [404, 'files.not_found']

it('SEC-24 R24 the viewer sees the file, caches and scripts are denied, and every view is recorded', async () => {
  const link = platform.files.linkFor(file.id, officer)
  for (const headers of [undefined, { authorization: `Bearer ${officer.accountId}` }]) {
    const response = await open(link, headers)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${file.id}.jpg"`,
    })
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none';.*sandbox/)
  }
  expect(await platform.files.viewsOf(file.id)).toEqual(
    [1, 2].map(() => ({ fileId: file.id, viewerId: officer.accountId, ip: '127.0.0.1', at: expect.any(Date) })),
  )
  expect(await auditTrail(platform.db, { action: 'files.viewed' })).toMatchObject(
    [1, 2].map(() => ({ actor: { accountId: officer.accountId, sessionId: officer.sessionId }, object: { id: file.id } })),
  )
})

it('R24 another user, a changed or a bare link are the same 404, and no view', async () => {
  const link = platform.files.linkFor(file.id, officer)
  const other = await platform.files.store({ ...file, content })
  const changed = (name: string, value: string) => {
    const url = new URL(link, 'http://x')
    url.searchParams.set(name, value)
    return url.pathname + url.search
  }
  const before = (await platform.files.viewsOf(file.id)).length
  expect(await result(await open(link, { authorization: `Bearer ${newId()}` }))).toEqual(notFound)
  const forged = [
    link.replace(file.id, other.id),
    link.replace(file.id, newId()),
    changed('viewer', newId()),
    changed('session', newId()),
    changed('expires', String(platform.clock.now().getTime() + 59_999)),
    changed('signature', 'A'.repeat(43)),
    changed('signature', ''),
  ]
  for (const path of forged) expect(await result(await open(path))).toEqual(notFound)
  for (const path of [`/files/${file.id}`, '/files/1', `/files/${file.id}?signature=x`]) expect((await open(path)).status).not.toBe(200)
  expect(await platform.files.viewsOf(file.id)).toHaveLength(before)
  expect(await platform.files.viewsOf(other.id)).toEqual([])
})

it('SEC-24 R24 a link ends after 60 seconds, and with its session', async () => {
  const link = platform.files.linkFor(file.id, officer)
  platform.clock.advance(59_000)
  expect((await open(link)).status).toBe(200)
  platform.clock.advance(1_000)
  expect(await result(await open(link))).toEqual([404, 'files.link_expired'])
  const short = { ...officer, sessionId: newId() }
  const second = platform.files.linkFor(file.id, short)
  expect((await open(second)).status).toBe(200)
  endedSessions.add(short.sessionId)
  expect(await result(await open(second))).toEqual(notFound)
})

it('R24 a link to a file of an erased owner shows nothing', async () => {
  const purged = await platform.files.store({ ...file, ownerId: newId(), content })
  const link = platform.files.linkFor(purged.id, officer)
  await platform.files.eraseOwner(purged.ownerId)
  expect(await result(await open(link))).toEqual(notFound)
})
