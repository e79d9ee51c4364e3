/** Built files as browsers get them: gzip of the build first, Brotli once the server has written it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { memoryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { startCompression } from './file-compression.ts'

const QUALITY = 4
const SCRIPT = 'static/page-a1b2.js'
const PAGE = 'index.html'
const SMALL = 'static/small.js'
const TEXT = 'export const sentence = "the same sentence again and again"\n'.repeat(200)

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})
beforeEach(async () => {
  folder = memoryFolder('web')
  mkdirSync(join(folder, 'static'))
  for (const name of [SCRIPT, PAGE]) build(name, TEXT)
  writeFileSync(join(folder, SMALL), 'export {}')
  server = await startTestServer(platform, [], undefined, undefined, undefined, folder)
  return async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Write a file as web/build/compress.ts leaves it. */
function build(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
}
const compress = () => startCompression(folder, platform.log, QUALITY).done
const brotliFile = (name: string) => join(folder, `${name}.br`)
const temporaryFiles = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)\./.test(name))

interface Answer {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}
/** GET without `fetch`, which decompresses and adds an `accept-encoding`. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}/${path}`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }))
    })
    call.on('error', reject)
    call.end()
  })
}

describe('a browser that takes Brotli', () => {
  const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

  it.each([SCRIPT, PAGE])('gets %s with gzip until the server has compressed it, then with Brotli', async (name) => {
    const before = await get(name, BROWSER)
    expect(before).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' } })
    expect(gunzipSync(before.body).toString()).toBe(TEXT)

    await compress()
    const after = await get(name, BROWSER)
    expect(after).toMatchObject({ status: 200, headers: { 'content-encoding': 'br', vary: 'accept-encoding' } })
    expect(brotliDecompressSync(after.body).toString()).toBe(TEXT)
    expect(after.headers['content-type']).toBe(before.headers['content-type'])
    expect(after.headers['cache-control']).toBe(before.headers['cache-control'])
  })

  it('has one entity tag for each encoding, and asks again with it for nothing', async () => {
    await compress()
    const answers = await Promise.all(['identity', 'gzip', 'br'].map((encoding) => get(PAGE, { 'accept-encoding': encoding })))
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(answers.map(({ headers }) => headers.vary)).toEqual(['accept-encoding', 'accept-encoding', 'accept-encoding'])
    const tags = answers.map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(3)
    const again = await get(PAGE, { 'accept-encoding': 'br', 'if-none-match': tags[2] ?? '' })
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect((await get(PAGE, { 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' })).status).toBe(200)
  })

  it('gets a small file as it is', async () => {
    await compress()
    const { headers, body } = await get(SMALL, BROWSER)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe('export {}')
  })
})

it('a browser that takes no encoding gets the file itself', async () => {
  await compress()
  const { headers, body } = await get(SCRIPT)
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe(TEXT)
})

describe('what is kept for the next start', () => {
  it('is not compressed again', async () => {
    await compress()
    const { ino } = statSync(brotliFile(SCRIPT))
    await compress()
    expect(statSync(brotliFile(SCRIPT)).ino).toBe(ino)
    expect(temporaryFiles()).toEqual([])
  })

  it('is replaced when another build replaced its source', async () => {
    await compress()
    build(PAGE, `${TEXT}// another build`)
    utimesSync(join(folder, PAGE), new Date(0), new Date(0))
    await compress()
    const { body } = await get(PAGE, { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(body).toString()).toBe(`${TEXT}// another build`)
  })

  it('is made by one of several processes, and by another one when that process was killed long ago', async () => {
    const claim = join(folder, 'static/.page-a1b2.js.br')
    writeFileSync(claim, 'half of it')
    await compress()
    expect(existsSync(brotliFile(SCRIPT))).toBe(false)
    expect(readFileSync(claim, 'utf8')).toBe('half of it')
    expect((await get('static/.page-a1b2.js.br')).status).toBe(404)
    expect((await get(SCRIPT, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('gzip')

    utimesSync(claim, new Date(0), new Date(0))
    await compress()
    expect(brotliDecompressSync(readFileSync(brotliFile(SCRIPT))).toString()).toBe(TEXT)
    expect(temporaryFiles()).toEqual([])
  })

  it('is complete or absent when several processes begin concurrently and one is stopped', async () => {
    const [stopped, ...others] = [1, 2, 3].map(() => startCompression(folder, platform.log, QUALITY))
    await stopped?.stop()
    await Promise.all(others.map(({ done }) => done))
    await compress()
    for (const name of [SCRIPT, PAGE]) expect(brotliDecompressSync(readFileSync(brotliFile(name))).toString()).toBe(TEXT)
    expect(temporaryFiles()).toEqual([])
  })
})
