/** Texts of the built product: nothing is unfinished, and every promised feature exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url))
const SERVER = fileURLToPath(new URL('../server/src', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../contract/src', import.meta.url))

const UNFINISHED =
  /en construcci[oó]n|muy pronto|pr[oó]ximamente|en progreso\b|todav[ií]a no est[aá] disponible|not available (for \w+ )?yet|coming soon|under construction|lorem ipsum/i

const filesIn = (folder: string, name: RegExp): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')])
/** Text for officers about a search without a report; the specification's words (ADM-07). */
const NO_REPORT = 'Busqueda en progreso o no realizada'
const said = (files: [string, string][]) =>
  files.flatMap(([path, text]) => UNFINISHED.exec(text.replaceAll(NO_REPORT, ''))?.[0].concat(` in ${path}`) ?? [])

describe('texts of the product', () => {
  it('SHELL-15 no page of the built product calls itself unfinished', () => {
    // Only the page of the design system shows the notice of SHELL-15.
    const pages = filesIn(DIST, /\.(js|html|json|webmanifest)$/).filter(([path]) => !/\bdev-ui[-.]/.test(path))
    expect(pages.length).toBeGreaterThan(50)
    expect(said(pages)).toEqual([])
  })

  it('SHELL-15 neither does a mail, a notice, a refusal or a policy', () => {
    const texts = [...filesIn(SERVER, /(\.es\.ts|texts\/.*\.md)$/), ...filesIn(CONTRACT, /\.(es|en)\.ts$/)]
    expect(texts.length).toBeGreaterThan(6)
    expect(said(texts)).toEqual([])
  })

  it('PUB-01 the product page offers no bookkeeping, no tax returns and no payments to others', () => {
    const script = filesIn(DIST, /\.js$/)
      .map(([, text]) => text)
      .join('\n')
    expect(script).toContain('no lleva tu contabilidad, no prepara tus impuestos y no paga a terceros por ti')
    expect(script).not.toMatch(/nos encargamos de la contabilidad|los ordenamos contigo|en nuestras manos/i)
  })
})
