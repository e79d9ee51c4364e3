import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { client } from '@tunjo/contract/client'
import { endpoint } from '@tunjo/contract/endpoint'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { makePdf } from '../uploads/pdfs.testing.ts'
import { refuse } from './refusal.ts'
import { type Caller, implement } from './route.ts'

const contract = {
  level: endpoint({
    method: 'POST',
    path: '/kyc/test/level',
    role: 'ROLE_USER',
    summary: 'Pictures and documents',
    upload: {
      fields: {
        frontal: { kinds: ['image'], maximum: 1 },
        back: { kinds: ['image'], maximum: 1, minimum: 0 },
        documents: { kinds: ['pdf'], maximum: 4, minimum: 3 },
      },
    },
    body: z.strictObject({ note: z.string().max(20).optional(), fail: z.boolean().optional() }),
    response: z.object({ note: z.string().optional(), frontal: z.string(), back: z.string().nullable(), documents: z.array(z.string()) }),
    errors: ['files.too_few'],
  }),
  plain: endpoint({ method: 'POST', path: '/kyc/test/plain', role: 'PUBLIC', summary: 'JSON only', response: z.string(), errors: [] }),
}

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let photo: Buffer
let handled = 0

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a0c040' } })
    .jpeg()
    .toBuffer()
  const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> =>
    headers.authorization
      ? { accountId: 'a', sessionId: 's', authorities: [headers.authorization === 'Bearer user' ? 'ROLE_USER' : 'ROLE_ADMIN'] }
      : null
  const routes = implement(contract, {
    plain: async () => 'x',
    async level({ body, files: { frontal, back, documents } }) {
      handled++
      if (body.fail) refuse('request.not_found')
      const answerTo = async (file: typeof frontal) =>
        `${file.kind} ${file.originalName} ${(await file.read()).length > 0} ${file.image?.width ?? file.pages}`
      return {
        note: body.note,
        frontal: await answerTo(frontal),
        back: back && (await answerTo(back)),
        documents: await Promise.all(documents.map(answerTo)),
      }
    },
  })
  server = await startTestServer(platform, routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

/** No call, valid or not, leaves a temporary file. */
afterEach(async () => {
  const folder = join(platform.settings.dataDir, 'uploads')
  await expect.poll(() => readdirSync(folder), { timeout: 10_000 }).toEqual([])
})

type Part = [field: string, content: Buffer | string, name?: string]
const pdf = makePdf({})
const good: Part[] = [
  ['frontal', '', 'c.jpg'],
  ['documents', pdf, '1.pdf'],
  ['documents', pdf, '2.pdf'],
  ['documents', pdf, '3.pdf'],
]
const parts = (more: Part[] = []): Part[] => [
  ...good.map((part): Part => (part[0] === 'frontal' ? ['frontal', photo, 'c.jpg'] : part)),
  ...more,
]

function send(given: Part[], authorization: string | null = 'Bearer user'): Promise<Response> {
  const form = new FormData()
  for (const [field, content, name] of given)
    if (name === undefined) form.append(field, String(content))
    else form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name)
  return fetch(`${server.url}/kyc/test/level`, { method: 'POST', body: form, headers: authorization === null ? {} : { authorization } })
}
const result = async (response: Response) => [response.status, response.headers.get('app-error')]

describe('a form with files', () => {
  it('reaches the handler inspected, by field, through the typed client', async () => {
    const calls = client(contract, (path, init) =>
      fetch(server.url + path, { ...init, headers: { ...init.headers, authorization: 'Bearer user' } }),
    )
    const blob = (content: Buffer, name: string) => new File([new Uint8Array(content)], name)
    const files = {
      frontal: blob(photo, 'cédula.jpg'),
      back: null,
      documents: ['1.pdf', '../2.pdf', '3.pdf'].map((name) => blob(pdf, name)),
    }
    expect(await calls.level({ body: { note: 'sí' }, files })).toEqual({
      note: 'sí',
      frontal: 'image cédula.jpg true 90',
      back: null,
      documents: ['pdf 1.pdf true 1', 'pdf 2.pdf true 1', 'pdf 3.pdf true 1'],
    })
    expect(await calls.level({ body: {}, files: { ...files, back: blob(photo, 'b.jpg') } })).toMatchObject({ back: 'image b.jpg true 90' })
  })

  it('may leave the values out when all of them may be left out', async () => {
    expect((await send(parts())).status).toBe(200)
  })

  it('is described as multipart, with what is needed', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Record<string, unknown> }> } } }>
    }
    const content = document.paths['/kyc/test/level']?.post.requestBody.content ?? {}
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(content['multipart/form-data']?.schema).toMatchObject({
      properties: {
        frontal: { type: 'string', format: 'binary' },
        documents: { type: 'array', minItems: 3, maxItems: 4, items: { type: 'string', format: 'binary' } },
        data: { $ref: '#/components/schemas/KycLevelRequest' },
      },
      required: expect.arrayContaining(['frontal', 'documents']),
    })
  })
})

describe('R25 a form is refused', () => {
  const large = Buffer.concat([pdf, Buffer.alloc(16 * 1_048_576)])
  it.each<[string, () => Part[], number, string]>([
    ['with a file too few', () => parts().slice(0, 3), 400, 'files.too_few'],
    ['without a picture', () => parts().slice(1), 400, 'files.too_few'],
    [
      'with a file too many',
      () =>
        parts([
          ['documents', pdf, '4.pdf'],
          ['documents', pdf, '5.pdf'],
        ]),
      400,
      'files.too_many',
    ],
    ['with two where one is asked for', () => parts([['frontal', photo, 'd.jpg']]), 400, 'files.too_many'],
    ['with far too many', () => parts(Array.from({ length: 40 }, (): Part => ['documents', pdf, 'x.pdf'])), 400, 'files.too_many'],
    ['with a field of its own', () => parts([['hidden', pdf, 'x.pdf']]), 400, 'request.invalid'],
    ['with the name of a prototype', () => parts([['__proto__', pdf, 'x.pdf']]), 400, 'request.invalid'],
    ['with a value of its own', () => parts([['role', 'ROLE_ADMIN']]), 400, 'request.invalid'],
    [
      'with two values',
      () =>
        parts([
          ['data', '{}'],
          ['data', '{}'],
        ]),
      400,
      'request.invalid',
    ],
    ['with values that are not JSON', () => parts([['data', '{']]), 400, 'request.malformed_json'],
    ['with values that do not fit', () => parts([['data', '{"note":1}']]), 400, 'request.invalid'],
    ['with unknown values', () => parts([['data', '{"role":"x"}']]), 400, 'request.invalid'],
    ['with a large file', () => parts([['documents', large, '4.pdf']]), 413, 'files.too_large'],
    ['with a document for a picture', () => [['frontal', pdf, 'c.jpg'], ...parts().slice(1)], 415, 'files.type_not_allowed'],
    ['with a page for a document', () => parts([['documents', '<html>', '4.pdf']]), 415, 'files.type_not_allowed'],
  ])('%s', async (_, given, status, code) => {
    const before = handled
    expect(await result(await send(given()))).toEqual([status, code])
    expect(handled).toBe(before)
  })

  it('by the handler', async () => {
    expect(await result(await send(parts([['data', '{"fail":true}']])))).toEqual([404, 'request.not_found'])
  })

  it('from unauthenticated callers and the wrong role before it is read', async () => {
    expect(await result(await send(parts(), null))).toEqual([401, 'identity.not_signed_in'])
    expect(await result(await send(parts(), 'Bearer admin'))).toEqual([403, 'identity.not_authorized'])
  })

  it('when it is no form, and a form where JSON is asked for', async () => {
    const headers = { authorization: 'Bearer user', 'content-type': 'application/json' }
    const json = await fetch(`${server.url}/kyc/test/level`, { method: 'POST', body: '{}', headers })
    expect(await result(json)).toEqual([415, 'files.form_needed'])
    const form = new FormData()
    form.append('a', 'b')
    expect(await result(await fetch(`${server.url}/kyc/test/plain`, { method: 'POST', body: form }))).toEqual([
      415,
      'request.unsupported_media_type',
    ])
  })

  it('when it announces more than any valid form, without reading it', async () => {
    const headers = { authorization: 'Bearer user', 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' }
    expect(await sendRaw(headers, 'begin')).toEqual([413, 'files.too_large'])
  })

  it.each(['', 'no boundary here', '--x\r\ncontent-disposition: form-data; name="frontal"; filename="a"\r\n\r\nhalf'])(
    'when it is truncated: %j',
    async (body) => {
      const headers = {
        authorization: 'Bearer user',
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(body.length),
      }
      const [status] = await sendRaw(headers, body)
      expect(status).toBe(400)
    },
  )

  it('and leaves nothing when the sender hangs up', async () => {
    const headers = { authorization: 'Bearer user', 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' }
    const request = httpRequest(`${server.url}/kyc/test/level`, { method: 'POST', headers })
    request.on('error', () => undefined)
    request.write('--x\r\ncontent-disposition: form-data; name="frontal"; filename="a.jpg"\r\n\r\n')
    request.write(Buffer.alloc(300_000))
    const folder = join(platform.settings.dataDir, 'uploads')
    await expect.poll(() => readdirSync(folder).length).toBe(1)
    request.destroy()
  })
})

function sendRaw(headers: Record<string, string>, body: string): Promise<[number, string | undefined]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}/kyc/test/level`, { method: 'POST', headers }, (response) => {
      resolve([response.statusCode ?? 0, String(response.headers['app-error'])])
      request.destroy()
    })
    request.on('error', reject)
    request.write(body)
  })
}
