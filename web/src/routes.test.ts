import { describe, expect, it } from 'vitest'
import { SCREENS } from './routes.tsx'

const texts = import.meta.glob<string>('./i18n/*/*.json', { query: '?raw', import: 'default', eager: true })
const UNFINISHED = /en construcción|under construction|todavía no está disponible|not available (for \w+ )?yet|coming soon|muy pronto/i

describe('screens', () => {
  it.each(SCREENS.filter(({ path }) => path.startsWith('/application/administrative/')))('SHELL-08 $path is for officers only', (screen) =>
    expect(screen).toMatchObject({ frame: 'application', role: 'ROLE_ADMIN' }),
  )

  it('SHELL-08 everything else under /application asks for a session', () => {
    const open = SCREENS.filter(({ path, frame }) => path.startsWith('/application') && frame !== 'application')
    expect(open).toEqual([])
  })

  it('SHELL-01 no path is there twice', () => {
    const paths = SCREENS.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('SHELL-15 A13 nothing tells people that a part of the product is unfinished', () => {
    const said = Object.keys(texts).filter((file) => UNFINISHED.test(texts[file] ?? ''))
    // The page of the design system shows the notice; no screen does.
    expect(said).toEqual(['./i18n/en/dev-ui.json', './i18n/es/dev-ui.json'])
  })
})
