/** Security headers of every page and file that the product serves. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { missingHeaders } from './safe-headers.ts'
import { screens } from './screens.ts'

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url))
const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(DIST.length))
  .filter((path) => !path.includes('/.'))

const url = inject('sharedProduct')

describe('SEC-69 R28 headers', () => {
  it.each(screens.filter(({ path }) => !path.startsWith('/chart/')))('SEC-62 SEC-61 R28 of $path', async ({ path }) => {
    const { headers, ok } = await fetch(url + path, { headers: { accept: 'text/html' } })
    expect([ok, missingHeaders((name) => headers.get(name) ?? '', { kept: true })]).toEqual([true, []])
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('R28 of every served file', async () => {
    expect(files.length).toBeGreaterThan(50)
    for (const file of files) {
      const { headers, status } = await fetch(url + file)
      // A compressed copy is an encoding of its file; a file in a compressed format is a file.
      const isCopy = /\.(br|gz)$/.test(file) && files.includes(file.replace(/\.(br|gz)$/, ''))
      expect.soft(status, file).toBe(isCopy ? 404 : 200)
      expect
        .soft(
          missingHeaders((name) => headers.get(name) ?? '', { kept: true }),
          file,
        )
        .toEqual([])
    }
  })
})

it('build files for its own tests are not served', async () => {
  const response = await fetch(`${url}/.vite/manifest.json`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

it('C7 a file deleted by a deployment is not found, even where a page is accepted instead', async () => {
  for (const accept of ['*/*', 'text/html'])
    for (const file of ['wallets-screen-0000000.js', 'index-0000000.css']) {
      const { status, headers } = await fetch(`${url}/static/${file}`, { headers: { accept } })
      expect
        .soft([status, headers.get('content-type'), headers.get('cache-control')], `${file} ${accept}`)
        .toEqual([404, 'application/problem+json; charset=utf-8', 'no-store'])
    }
  const known = files.find((file) => /^\/static\/.+\.js$/.test(file))
  expect((await fetch(url + known)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
