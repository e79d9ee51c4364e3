/** Strip the unused palettes of Mantine from the first script, and those that the theme replaces. */
import type { Plugin } from 'vite'
import { theme, UNUSED_COLORS, VARIABLES_ONLY } from '../src/theme/theme.ts'

const PALETTES = /[\\/]@mantine[\\/]core[\\/].+[\\/]default-colors\.mjs$/
const UNNAMED = [...UNUSED_COLORS, ...VARIABLES_ONLY]
const LEFT_OUT = [...UNNAMED, 'dark', 'gray', 'red']

export function slimMantine(): Plugin {
  return {
    name: 'tunjo-slim-mantine',
    apply: 'build',
    // Positions need not be preserved: the built application has no source map.
    transform: { filter: { id: PALETTES }, handler: (code) => ({ code: slim(code), map: null }) },
  }
}

function slim(code: string): string {
  return LEFT_OUT.reduce((text, name) => {
    const palette = new RegExp(`\\b${name}: \\[[^\\]]+\\],?`)
    const isReplaced = UNNAMED.includes(name) || Object.hasOwn(theme.colors ?? {}, name)
    if (!palette.test(text) || !isReplaced) throw new Error(`The palette ${name} cannot be left out: mend web/build/slim-mantine.ts`)
    return text.replace(palette, '')
  }, code)
}
