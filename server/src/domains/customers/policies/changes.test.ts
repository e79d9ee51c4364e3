import { rmSync } from 'node:fs'
import { client } from '@tunjo/contract/client'
import { policies as contract } from '@tunjo/contract/policies'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { compareVersions } from './compare-versions.ts'
import { createPolicies } from './index.ts'
import { CHANGES, day, NEWER, newerTexts, TERMS_IN_FORCE } from './newer-texts.testing.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { readVersions } from './read-versions.ts'
import { countWords, writeChanges } from './write-changes.ts'

const DAY_MS = 86_400_000
const SLUG = 'terms-and-conditions'
const PAST = [TERMS_IN_FORCE, '2026-01']

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
const folders: string[] = []
const texts = (...args: Parameters<typeof newerTexts>): string => {
  const folder = newerTexts(...args)
  folders.push(folder)
  return folder
}
const call = client(contract, (path, init) => fetch(server.url + path, init))
const between = (from: string, to: string) => call.changes({ params: { slug: SLUG }, query: { from, to } })

beforeAll(async () => {
  database = await createTestDatabase()
  platform = { ...createTestPlatform(database), env: { POLICY_TEXTS_DIR: texts(SLUG, { announced: 2, begins: 20 }) } }
  server = await startTestServer(platform, createPolicies(platform).routes)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const changed = (before: string, after: string): string => writeChanges(compareVersions(parseMarkdown(before), parseMarkdown(after)))

describe('SHELL-03 changes between two versions', () => {
  it('marks removed and added words, each with a word for its change', () => {
    expect(changed('Abonas mínimo $ 10.000 por PSE.', 'Abonas mínimo $ 5.000 por PSE.')).toBe(
      '<p>Abonas mínimo $ <del><span data-mark>[quitado: </span>10.000 <span data-mark>]</span></del>' +
        '<ins><span data-mark>[agregado: </span>5.000 <span data-mark>]</span></ins>por PSE.</p>',
    )
  })

  it('shows a removed or added paragraph as a whole, and the rest as it is', () => {
    const html = changed('## Uno\n\nSe queda.\n\nEsto se va del todo.', '## Uno\n\nSe queda.\n\nLlega otra cosa muy distinta.')
    expect(html).toContain('<h2>Uno</h2>\n<p>Se queda.</p>')
    expect(html).toMatch(/<p><del><span data-mark>\[quitado: <\/span>Esto se va del todo\./)
    expect(html).toMatch(/<p><ins><span data-mark>\[agregado: <\/span>Llega otra cosa muy distinta\./)
  })

  it('keeps lists, their numbers, emphasis and links', () => {
    const html = changed('1. uno\n2. **dos** y [casa](/data-policy)\n', '1. uno\n2. medio\n3. **dos** y [casa](/data-policy)\n')
    expect(html).toContain('<ol>\n<li value="1">uno</li>')
    expect(html).toContain('<li value="2"><ins><span data-mark>[agregado: </span>medio<span data-mark>]</span></ins></li>')
    expect(html).toContain('<li value="3"><strong>dos</strong> y <a href="/data-policy">casa</a></li>\n</ol>')
  })

  it('detects a word that only became bold', () => {
    expect(changed('Lee esto bien.', 'Lee **esto** bien.')).toContain('<strong>esto</strong>')
  })

  it('unchanged texts have no marks', () => {
    const text = '## Uno\n\nDos & tres.\n\n- a\n- b\n'
    expect(changed(text, text)).not.toMatch(/<ins|<del/)
    expect(changed(text, text)).toContain('Dos &amp; tres.')
  })

  it('R31 any words stay text', () => {
    expect(changed('a < b & c', 'a < d & c')).not.toMatch(/<(?!\/?(p|ins|del|span)\b)/)
  })

  it('counts words, not marks', () => {
    const lines = compareVersions(parseMarkdown('Abonas mínimo $ 10.000 por PSE'), parseMarkdown('Abonas mínimo $ 5.000 por PSE desde hoy'))
    expect([countWords(lines, 'added'), countWords(lines, 'removed')]).toEqual([3, 1])
  })
})

describe('SHELL-03 versions in the course of time', () => {
  it('a version is hidden before its announcement; then it is shown next to the one in force; then it is in force', async () => {
    const find = async () => (await call.list({})).find(({ slug }) => slug === SLUG)
    expect(await find()).toMatchObject({ version: TERMS_IN_FORCE, versions: PAST })
    await expect(between(TERMS_IN_FORCE, NEWER)).rejects.toMatchObject({ status: 404 })
    await expect(call.read({ params: { slug: SLUG }, query: { version: NEWER } })).rejects.toMatchObject({ status: 404 })

    platform.clock.advance(3 * DAY_MS)
    expect(await find()).toMatchObject({
      version: TERMS_IN_FORCE,
      versions: [NEWER, ...PAST],
      history: [
        { version: NEWER, date: day(20), changes: CHANGES },
        { version: TERMS_IN_FORCE, date: '2026-07-20' },
        { version: '2026-01', date: '2026-01-15', changes: null },
      ],
    })
    expect((await call.read({ params: { slug: SLUG } })).version).toBe(TERMS_IN_FORCE)
    expect((await call.read({ params: { slug: SLUG }, query: { version: NEWER } })).html).toContain('$ 5.000')
    const changes = await between(TERMS_IN_FORCE, NEWER)
    expect(changes).toMatchObject({ from: { version: TERMS_IN_FORCE }, to: { version: NEWER, date: day(20) } })
    expect([changes.added > 5, changes.removed > 0]).toEqual([true, true])
    expect(changes.html).toContain('[quitado: </span>10.000')

    platform.clock.advance(18 * DAY_MS)
    expect(await find()).toMatchObject({ version: NEWER, versions: [NEWER, ...PAST] })
    expect((await call.read({ params: { slug: SLUG }, query: { version: '2026-01' } })).html).toContain('$ 10.000')
    const pdf = await fetch(`${server.url}/api/policies/${SLUG}/pdf?version=2026-01`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it.each([
    ['2026-01', '2026-01'],
    [NEWER, '2026-01'],
    ['2026-01', '2050-01'],
    ['../2026-01', NEWER],
  ])('refuses to compare %s with %s', async (from, to) => {
    await expect(between(from, to)).rejects.toMatchObject({ status: 404 })
  })

  it('a version that is announced too late stops the boot', () => {
    expect(() => readVersions(texts(SLUG, { announced: 10, begins: 20 }))).toThrow('announced less than 15 days before')
  })
  it('a setting that names no folder stops the boot', () => {
    expect(() => createPolicies({ ...platform, env: { POLICY_TEXTS_DIR: '/nowhere/at/all' } })).toThrow('POLICY_TEXTS_DIR')
  })
})
