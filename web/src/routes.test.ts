import { describe, expect, it } from 'vitest'
import { SCREENS } from './routes.tsx'

const texts = import.meta.glob<string>('./i18n/*/*.json', { query: '?raw', import: 'default', eager: true })
const UNFINISHED = /en construcción|under construction|todavía no está disponible|not available (for \w+ )?yet|coming soon|muy pronto/i

describe('screens', () => {
  it.each(SCREENS.filter(({ path }) => path.startsWith('/application/administrative/')))('SHELL-08 $path is for officers only', (screen) =>
    expect(screen).toMatchObject({ frame: 'application', role: 'ROLE_ADMIN' }),
  )

  it('SHELL-08 every other path under /application requires a session', () => {
    const open = SCREENS.filter(({ path, frame }) => path.startsWith('/application') && frame !== 'application')
    expect(open).toEqual([])
  })

  it('SHELL-01 no path occurs twice', () => {
    const paths = SCREENS.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('SHELL-15 A13 no screen describes a part of the product as unfinished', () => {
    const said = Object.keys(texts).filter((file) => UNFINISHED.test(texts[file] ?? ''))
    // Only the design system page shows the notice.
    expect(said).toEqual(['./i18n/en/dev-ui.json', './i18n/es/dev-ui.json'])
  })
})
