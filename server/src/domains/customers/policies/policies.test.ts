import { readdirSync, readFileSync } from 'node:fs'
import { client } from '@tunjo/contract/client'
import { policies as contract, POLICY_SLUGS } from '@tunjo/contract/policies'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { createPolicies } from './index.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writePdf } from './pdf/write-pdf.ts'
import { readVersions } from './read-versions.ts'
import { writeHtml } from './write-html.ts'

const TEXTS = new URL('texts/', import.meta.url)
/** People accepted these words: a change is a new file, with a new version. */
const PUBLISHED: Record<string, string> = {
  'data-policy/2026-01.md': 'b3ac1d889dbcded71e96848732be0889261f60def058435094b36128439e7a6b',
  'sarlaft-policy/2026-01.md': '53117a29b319a61443fa4c899f3dd677997f71904434dafdf907e32f88f2186d',
  'terms-and-conditions/2026-01.md': 'fab6f518fb52dfb5db6d40fccde04d41ac38f04d50cc347d2bf9c4c30d25003e',
  'terms-and-conditions/2026-02.md': '433a5272177ac8dc76c9c9c316b7953364806e90f3683e31c33ff32b11c838e0',
}
const IN_FORCE = {
  'terms-and-conditions': ['2026-02', '2026-07-20'],
  'data-policy': ['2026-01', '2026-01-15'],
  'sarlaft-policy': ['2026-01', '2026-01-15'],
} as const

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
const ask = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const call = client(contract, (path, init) => fetch(server.url + path, init))

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  server = await startTestServer(platform, createPolicies(platform).routes)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

describe('SHELL-03 policies', () => {
  it('SHELL-03 lists the three, with version, date and address', async () => {
    const list = await call.list({})
    expect(list.map(({ slug, title }) => [slug, title])).toEqual([
      ['terms-and-conditions', 'Términos y condiciones'],
      ['data-policy', 'Política de tratamiento de datos personales'],
      ['sarlaft-policy', 'Política SARLAFT'],
    ])
    for (const { slug, version, date, versions, paths } of list) {
      expect([version, date, versions[0]]).toEqual([...IN_FORCE[slug], version])
      expect(paths.page).toBe(`/${slug}`)
      expect((await ask(paths.text)).status).toBe(200)
      expect((await ask(paths.pdf)).status).toBe(200)
    }
    expect(readdirSync(TEXTS).sort()).toEqual([...POLICY_SLUGS].sort())
  })

  it.each(POLICY_SLUGS)('SHELL-03 %s is a complete text with headings that its page can link to', async (slug) => {
    const { html, headings, title } = await call.read({ params: { slug } })
    expect(title).not.toBe('')
    expect(headings.length).toBeGreaterThanOrEqual(11)
    for (const { level, id, text } of headings) expect(html).toContain(`<h${level} id="${id}">${text}</h${level}>`)
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length)
    expect(html.replace(/<[^>]+>/g, ' ').split(/\s+/).length).toBeGreaterThan(900)
    expect(html).toContain('empresa de demostración')
    const tags = new Set(html.match(/<\/?\w+/g)?.map((tag) => tag.replace(/<\/?/, '')))
    expect([...tags].filter((tag) => !['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a'].includes(tag))).toEqual([])
    expect(html.match(/<\w+ (?!id="[a-z0-9-]+">|href="(\/[a-z-]+\/?|mailto:[\w.@-]+)">)/g)).toBeNull()
  })

  it.each(Object.entries(PUBLISHED))('SHELL-03 the words of %s are unchanged since they were accepted', (file, hash) => {
    expect(sha256(readFileSync(new URL(file, TEXTS)))).toBe(hash)
  })
  it('SHELL-03 every text is among those', () => {
    const files = POLICY_SLUGS.flatMap((slug) => readdirSync(new URL(slug, TEXTS)).map((name) => `${slug}/${name}`))
    expect(files.sort()).toEqual(Object.keys(PUBLISHED).sort())
  })

  it.each([
    '/api/policies/cookies',
    '/api/policies/__proto__',
    '/api/policies/..%2f..%2fpackage.json',
    '/api/policies/data-policy?version=2020-01',
    '/api/policies/data-policy?version=../2026-01',
    '/api/policies/cookies/pdf',
    '/api/policies/data-policy/pdf?version=2020-01',
  ])('%s does not exist', async (path) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('app-error')]).toEqual([404, 'request.not_found'])
    expect([response.headers.get('cache-control'), response.headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
  })
})

describe('SHELL-03 PDF', () => {
  it.each(POLICY_SLUGS)('SHELL-03 %s is a real PDF with title, language and structure', async (slug) => {
    const response = await ask(`/api/policies/${slug}/pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="tunjo-${slug}-${IN_FORCE[slug][0]}.pdf"`)
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(pdf).toMatch(/^%PDF-1\.7[\s\S]+%%EOF\s*$/)
    expect(pdf).toContain('/Lang (es-CO)')
    expect(pdf).toContain('/Marked true')
    expect(pdf).toContain('/DisplayDocTitle true')
    expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const tag of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Link']) expect(pdf).toMatch(new RegExp(`/S /${tag}\\s`))
    expect(pdf.match(/\/Type \/Page\s/g)?.length).toBeGreaterThanOrEqual(3)
    expect(pdf).toContain('/FontFile2')
    expect(pdf).toContain('http://localhost:8080/')
  })

  it('SHELL-03 only our own pages may embed it, and no other answer may be embedded', async () => {
    const pdf = await ask('/api/policies/data-policy/pdf')
    expect(pdf.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/)
    expect([pdf.headers.get('x-frame-options'), pdf.headers.get('x-content-type-options')]).toEqual(['SAMEORIGIN', 'nosniff'])
    const text = await ask('/api/policies/data-policy')
    expect(text.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(text.headers.get('x-frame-options')).toBe('DENY')
  })

  it('SHELL-03 browsers cache it by its version, and it is not sent again', async () => {
    for (const path of ['/api/policies/data-policy', '/api/policies/data-policy/pdf']) {
      expect((await ask(path)).headers.get('cache-control')).toBe('public, no-cache')
      const versioned = await ask(`${path}?version=2026-01`)
      expect(versioned.headers.get('cache-control')).toBe('public, max-age=86400')
      const etag = versioned.headers.get('etag') ?? ''
      const again = await ask(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(path, { 'if-none-match': '"another"' })).status).toBe(200)
    }
  })

  it('SHELL-03 two processes write the same bytes, and the client reads them', async () => {
    const [policy] = readVersions().get('sarlaft-policy') ?? []
    if (!policy) throw new Error('no policy')
    const bytes = await writePdf(policy, 'http://localhost:8080')
    expect(sha256(await call.pdf({ params: { slug: 'sarlaft-policy' }, query: { version: policy.version } }))).toBe(sha256(bytes))
  })

  it('the document of the calls names its media type', async () => {
    const { paths } = (await (await ask('/openapi.json')).json()) as {
      paths: Record<string, { get: { responses: Record<string, object> } }>
    }
    expect(paths['/api/policies/{slug}/pdf']?.get.responses['200']).toMatchObject({ content: { 'application/pdf': {} } })
  })
})

describe('Markdown', () => {
  it('becomes headings, paragraphs, lists, emphasis and links', () => {
    const html = writeHtml(parseMarkdown('## 1. ¿Qué es «esto»?\n\nUno & **dos** y *tres*\nen [casa](/data-policy).\n\n1. a\n2. b & c\n'))
    expect(html).toBe(`<h2 id="1-que-es-esto">1. ¿Qué es «esto»?</h2>
<p>Uno &amp; <strong>dos</strong> y <em>tres</em> en <a href="/data-policy">casa</a>.</p>
<ol>
<li>a</li>
<li>b &amp; c</li>
</ol>`)
  })

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![a](/a.png)',
    '[a](javascript:alert(1))',
    '[a](//evil.example)',
    '[a](http://evil.example)',
    '# a second title',
    '`code`',
    '    code',
    '| a |\n|---|\n| b |',
    '> quote',
    '- a\n  - nested',
  ])('refuses %s', (markdown) => {
    expect(() => parseMarkdown(markdown)).toThrow('A policy may not have this kind of text')
  })
})
